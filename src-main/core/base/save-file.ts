import { mkdir, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { FaultError } from '../../../src-shared/protocol/fault'

const maxCopies = 100

/**
 * Saves a file in a folder, and creates the folder if needed. Never overwrites: a taken name gets a number.
 * @param name with its extension
 * @returns its path
 * @throws FaultError `not-saved`
 */
export async function saveFile(folder: string, name: string, bytes: Uint8Array): Promise<string> {
  const { name: stem, ext } = parse(name)
  let failure: NodeJS.ErrnoException | null = null
  for (let number = 1; number <= maxCopies; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(path, bytes, { flag: 'wx' })
      return path
    } catch (error) {
      failure = error as NodeJS.ErrnoException
      if (failure.code !== 'EEXIST') break
    }
  }
  throw new FaultError({ kind: 'not-saved', folder, detail: failure?.message ?? '' })
}
