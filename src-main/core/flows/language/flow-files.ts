import { existsSync, realpathSync, statSync, type Stats } from 'node:fs'
import { isAbsolute, join, relative, resolve, sep } from 'node:path'
import { fill } from './evaluate'
import type { NamedFile, FlowFolder } from './flow'
import { isDeviceName } from '../../disk/file-name'
import { isWithin } from '../../disk/is-within'
import { FlowError } from './flow-error'
import { plainText } from './read-template'
import type { Names, Template } from './template'

/**
 * Returns what is at a path; undefined for nothing, and for what can't be looked at: a link to itself, a name that is too long.
 * @param stat `lstatSync` to look at a link itself
 */
export function statOf(path: string, stat: (path: string) => Stats = statSync): Stats | undefined {
  try {
    return stat(path)
  } catch {
    return undefined
  }
}

/** Makes a file of the flow's, which must exist where its path is known. Throws a FlowError when it doesn't. */
export function fileOf({ folder, root }: FlowFolder, path: Template, mustExist = true): NamedFile {
  const known = plainText(path)
  if (known !== null && !existsSync(insideOf({ folder, root }, known)) && mustExist)
    throw new FlowError(`${known} not found in the flow’s folder`)
  return { folder, root, path }
}

/** The absolute path of a file of the flow's. Throws a FlowError when it is outside of the flow's folder. */
export const resolveFile = (file: NamedFile, names: Names): string => insideOf(file, fill(file.path, names))

/**
 * The absolute path that a relative one leads to; the file may be missing. Throws a FlowError when it leaves the root, or when
 * a link on the way does.
 */
export function insideOf({ folder, root }: FlowFolder, path: string): string {
  if (path.length > 1000 || path.includes('\0')) throw new FlowError('a path has 1000 characters at most')
  if (isAbsolute(path) || /^[A-Za-z]:|\\/.test(path))
    throw new FlowError(`${path} must be relative to the flow’s folder, with / between its parts`)
  const target = resolve(folder, path)
  if (!isWithin(root, target) || !staysInside(root, target))
    throw new FlowError(`${path} is outside of the flow’s folder. Name a folder that holds both`)
  return target
}

/**
 * Checks the filled path of a screenshot or recording: words below the report's folder. Throws a FlowError for any other.
 * @returns the path with / between its parts
 */
export function reportName(path: string): string {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.')
  const isSafe = parts.every(
    (part) =>
      /^[\p{L}\p{N}_ ()+,=@-][\p{L}\p{N}_ .()+,=@-]*$/u.test(part) &&
      !/[ .]$/.test(part) &&
      !isDeviceName(part),
  )
  if (parts.length === 0 || path.length > 200 || !isSafe)
    throw new FlowError(
      `${path.slice(0, 60)} isn’t a name for a file of the report: use letters, digits, - and /`,
    )
  return parts.join('/')
}

/** Whether a path stays below the root with every link followed, as far as it exists. */
function staysInside(root: string, path: string): boolean {
  let at = root
  // From the root on: a long path that is not there costs one look.
  for (const part of relative(root, path).split(sep)) {
    const next = join(at, part)
    if (!existsSync(next)) break
    at = next
  }
  return at === root || isWithin(realpathSync.native(root), realpathSync.native(at))
}
