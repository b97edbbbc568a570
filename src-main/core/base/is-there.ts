import { access } from 'node:fs/promises'

/** Returns whether a file or folder is there. */
export const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  )
