import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Reads a JSON file in the user's folder; null when it is missing. An unreadable one is renamed to `.unreadable`, so that
 * the next write does not replace it.
 * @param check throws for content that cannot be used
 */
export async function readJsonFile<Content>(
  path: string,
  check: (content: unknown) => Content,
): Promise<Content | null> {
  try {
    return check(JSON.parse(await readFile(path, 'utf8')))
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') await rename(path, `${path}.unreadable`)
    return null
  }
}

const options = { mode: 0o600 }
const textOf = (content: unknown) => `${JSON.stringify(content, null, 2)}\n`

/** Replaces a file atomically: a crash leaves the old one or the new one. Calls must not overlap. */
export async function replaceJsonFile(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, textOf(content), options)
  await rename(`${path}.new`, path)
}

/** Replaces a file synchronously, for small content that is written on exit. */
export function replaceJsonFileNow(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, textOf(content), options)
  renameSync(`${path}.new`, path)
}
