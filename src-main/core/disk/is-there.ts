import { access } from 'node:fs/promises'

const goneCodes = ['ENOENT', 'ENOTDIR']

/** Returns whether a file or folder is there; one that can't be looked at now, as on a network share, is. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    ({ code = '' }: NodeJS.ErrnoException) => !goneCodes.includes(code),
  )
