import { createHash } from 'node:crypto'
import { readdir, readFile, stat } from 'node:fs/promises'
import { arch, cpus, freemem, homedir, release, totalmem } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strToU8, zipSync } from 'fflate/browser'
import { scrub } from '../base/log'
import { endOutput, print, watchOutput } from '../base/output'
import { codeOf } from '../disk/own-file'
import { version } from '../base/version'
import { writeOut } from '../disk/write-out'

const hashedBytes = 64 * 1024 * 1024
const mostLogBytes = 8 * 1024 * 1024

/**
 * Collects what helps to find a fault, as a zip file: the log, versions, settings without secrets, the speed of this
 * computer, and when it last crashed. Reads files alone, so another process may be using them. No key, no password, no
 * crash dump and no name of the user's own folder is in it.
 * @param userDataDir absolute
 */
export async function collectDiagnostics(userDataDir: string): Promise<Uint8Array> {
  const text = async (name: string) => {
    const path = join(userDataDir, name)
    // A pipe would be waited for.
    const isFile = await stat(path).then(
      (found) => found.isFile(),
      () => false,
    )
    const bytes = isFile ? await readFile(path).catch(() => Buffer.alloc(0)) : Buffer.alloc(0)
    return withoutHome(scrub(bytes.subarray(-mostLogBytes).toString('utf8')))
  }
  const parsed = async (name: string): Promise<unknown> => {
    try {
      return withoutSecrets(JSON.parse(await text(name)))
    } catch {
      return null
    }
  }
  const asJson = (content: unknown) => strToU8(`${scrub(JSON.stringify(content, null, 2))}\n`)
  return zipSync({
    'fleetwall.log': strToU8(await text('fleetwall.log')),
    'fleetwall.old.log': strToU8(await text('fleetwall.log.old')),
    'versions.json': asJson({
      fleetwall: version,
      ...process.versions,
      system: `${process.platform} ${release()} ${arch()}`,
      processor: `${cpus().length} × ${cpus()[0]?.model ?? 'unknown'}`,
      memoryMb: Math.round(totalmem() / 2 ** 20),
      freeMemoryMb: Math.round(freemem() / 2 ** 20),
    }),
    'settings.json': asJson({
      preferences: await parsed('preferences.json'),
      fleets: await parsed('fleets.json'),
      windows: await parsed('windows.json'),
    }),
    'speed.json': asJson({ sha256MbPerS: Math.round(hashSpeed()) }),
    'crashes.json': asJson(await crashes(join(userDataDir, 'Crashpad'))),
  })
}

/** Writes what `collectDiagnostics` returns to a file that other users can't read. @throws Error with a sentence for the user */
export async function writeDiagnostics(path: string, userDataDir: string): Promise<void> {
  const zip = await collectDiagnostics(userDataDir)
  try {
    await writeOut(path, zip, 0o600)
  } catch (error) {
    throw new Error(`Can’t write ${path} (${codeOf(error) ?? 'failed'}).`, { cause: error })
  }
}

/** As `writeDiagnostics`, and says at the terminal where they are or what went wrong. @returns the exit code */
export async function printDiagnostics(path: string, userDataDir: string): Promise<number> {
  try {
    await writeDiagnostics(path, userDataDir)
  } catch (error) {
    process.stderr.write(`fleetwall: ${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
  watchOutput()
  print(`Saved ${path}\n`)
  return endOutput(0)
}

/** Writes `~` for the user's own folder, whose name is mostly the user's; also as JSON and the stacks of errors write it. */
function withoutHome(text: string): string {
  const home = homedir()
  if (home.length <= 1) return text
  const forms = [pathToFileURL(home).href, JSON.stringify(home).slice(1, -1), home]
  return forms.reduce((rest, form) => rest.replaceAll(form, '~'), text)
}

/** Names the file by the local time. */
export const diagnosticsName = (at: Date): string =>
  `Fleetwall diagnostics ${at.toLocaleString('sv').replaceAll(':', '.')}.zip`

/** In MB a second. */
function hashSpeed(): number {
  const begun = performance.now()
  createHash('sha256').update(Buffer.alloc(hashedBytes)).digest()
  return hashedBytes / 1000 / (performance.now() - begun)
}

const secretNames = /key|password|token|secret|^user$/i
// Which key begins a new line.
const harmlessName = 'lineKey'

function withoutSecrets(content: unknown): unknown {
  if (Array.isArray(content)) return content.map(withoutSecrets)
  if (typeof content !== 'object' || content === null) return content
  return Object.fromEntries(
    Object.entries(content).map(([name, value]) => [
      name,
      typeof value === 'string' && secretNames.test(name) && name !== harmlessName
        ? '[removed]'
        : withoutSecrets(value),
    ]),
  )
}

/** When the program crashed: the dumps themselves stay on this computer. */
async function crashes(folder: string): Promise<{ at: string; bytes: number }[]> {
  const names = await readdir(folder, { recursive: true }).catch(() => [])
  const dumps = await Promise.all(
    names.filter((name) => name.endsWith('.dmp')).map((name) => stat(join(folder, name))),
  )
  return dumps
    .map(({ mtime, size }) => ({ at: mtime.toISOString(), bytes: size }))
    .sort((one, other) => other.at.localeCompare(one.at))
    .slice(0, 10)
}
