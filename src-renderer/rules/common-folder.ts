/**
 * Returns the deepest folder that holds all of these files; '' for none.
 * @param paths absolute, in the way of any system
 */
export function commonFolder(paths: readonly string[]): string {
  const [first = '', ...others] = paths
  let folder = parentOf(first)
  while (others.some((path) => !path.startsWith(folder + first.charAt(folder.length))))
    folder = parentOf(folder)
  return folder
}

const parentOf = (path: string) => path.replace(/[\\/][^\\/]*$/, '')
