import { mkdir, writeFile } from 'node:fs/promises'
import { join, parse } from 'node:path'
import { FaultError } from '../../src-shared/protocol/fault'

const mostOfAName = 100

/**
 * Writes a picture into a folder, which is made where it is missing; a file that is there is never written over.
 * @param name of the file, with its ending
 * @returns its path
 * @throws FaultError `not-saved`
 */
export async function savePicture(folder: string, name: string, jpeg: Buffer): Promise<string> {
  const { name: stem, ext } = parse(name)
  let failure: NodeJS.ErrnoException | null = null
  for (let number = 1; number <= mostOfAName; number += 1) {
    const path = join(folder, number === 1 ? name : `${stem} (${number})${ext}`)
    try {
      await mkdir(folder, { recursive: true })
      await writeFile(path, jpeg, { flag: 'wx' })
      return path
    } catch (error) {
      failure = error as NodeJS.ErrnoException
      if (failure.code !== 'EEXIST') break
    }
  }
  throw new FaultError({ kind: 'not-saved', folder, detail: failure?.message ?? '' })
}
