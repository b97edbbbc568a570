import { realpath, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { limits } from '../../../src-shared/protocol/limits'
import type { FileReason, SheetFlaw } from '../../../src-shared/sheets/sheet'
import { isWithin } from '../disk/is-within'

/**
 * Finds the files that a row of a sheet names. They lie in the sheet's folder, also behind links.
 * @param folder of the sheet, absolute
 * @returns absolute paths
 */
export async function findSheetFiles(
  folder: string,
  names: readonly string[],
): Promise<{ paths: string[] } | { wrong: SheetFlaw }> {
  const paths: string[] = []
  const real = await realpath(folder)
  for (const name of names) {
    const path = resolve(folder, name)
    const reason = (await whyNot(real, folder, path)) ?? (paths.includes(path) ? 'twice' : null)
    if (reason) return { wrong: { kind: 'file', reason, name } }
    paths.push(path)
  }
  return paths.length > 0 ? { paths } : { wrong: { kind: 'nothing' } }
}

async function whyNot(real: string, folder: string, path: string): Promise<FileReason | null> {
  if (!isWithin(folder, path)) return 'outside'
  try {
    if (!isWithin(real, await realpath(path))) return 'outside'
    const found = await stat(path)
    if (found.isDirectory()) return 'folder'
    if (!found.isFile()) return 'unreadable'
    if (found.size > limits.ticketBytes) return 'too-large'
    return found.size === 0 ? 'empty' : null
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? 'gone' : 'unreadable'
  }
}
