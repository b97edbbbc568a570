import { statSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { isWithin } from '../../disk/is-within'
import type { FileSource } from '../../uploads/file-source'
import { insideOf } from '../language/flow-files'
import type { RecordedInput } from '../language/recorded-input'
import { ofSheet } from './of-sheet'

export type RecordedFile = Pick<FileSource, 'name' | 'bytes' | 'path'>

/**
 * Returns uploads as a flow does them: a file that lies beside the flow, or has a copy there, by its path; any other in words.
 * @param folder of the flow, absolute @param columns as `ofSheet`
 */
export function inputsOfUploads(
  files: readonly RecordedFile[],
  folder: string,
  columns?: readonly string[],
): RecordedInput[] {
  const paths = files.map((file) => pathBeside(file, folder))
  const beside = paths.filter((path) => path !== null)
  const [first] = beside
  const step = { addMedia: beside.length === 1 ? first : beside }
  const inputs = [
    ...(first === undefined ? [] : [{ kind: 'command', command: step } as const]),
    ...files.flatMap(({ name }, at) => {
      const about = `${name} was uploaded. Put it beside this flow, and write addMedia: ${name}`
      return paths[at] === null ? [{ kind: 'unplayable', about } as const] : []
    }),
  ]
  return ofSheet(inputs, columns)
}

/** The path of a file from the folder, as a flow names it; null where it does not lie there. */
function pathBeside({ name, bytes, path }: RecordedFile, folder: string): string | null {
  const isBeside = path !== undefined && isWithin(folder, path)
  const way = isBeside ? relative(folder, path).split(sep).join('/') : name
  try {
    insideOf({ folder, root: folder }, way)
    // The window uploads none of Fleetwall's own folder: a file of the same name and size is taken for a copy.
    const found = statSync(join(folder, way), { throwIfNoEntry: false })
    return found?.isFile() === true && found.size === bytes && way.trim() !== '' ? way : null
  } catch {
    return null
  }
}
