import { mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * What a file of ours in the user's folder holds; null when there is none. One that cannot be read is kept aside, and
 * then there is none: what is written next must not take its place.
 * @param check throws for what cannot be used
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

/** All or nothing: a crash leaves the old file or the new one. Not to be called again before it has ended. */
export async function replaceJsonFile(path: string, content: unknown): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(`${path}.new`, textOf(content), options)
  await rename(`${path}.new`, path)
}

/** The same, ended when it returns: for what is small, and may be written last of all. */
export function replaceJsonFileNow(path: string, content: unknown): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(`${path}.new`, textOf(content), options)
  renameSync(`${path}.new`, path)
}
