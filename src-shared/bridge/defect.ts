/** An error that nothing expected, as it is logged and copied: without the folders of its paths. */
export interface Defect {
  detail: string
  /** Empty when there is none. */
  stack: string
}

export const longestDetail = 2000
export const longestStack = 8000

// The folders of a path or an address; its last part stays.
const folders = /(?<![\w.])(?:[a-z][a-z+.-]{0,20}:\/\/|[A-Za-z]:[\\/]|[\\/])(?:[^\s\\/()'"<>]*[\\/])*/g

/** Removes the folders from each absolute path and address in a text, of which it keeps `most` characters. */
export function withoutFolders(text: string, most: number): string {
  return text.slice(0, most).replace(folders, '')
}

/** Describes anything that was thrown. */
export function defectOf(thrown: unknown): Defect {
  const isError = thrown instanceof Error
  return {
    detail: withoutFolders(isError ? `${thrown.name}: ${thrown.message}` : String(thrown), longestDetail),
    stack: withoutFolders((isError ? thrown.stack : undefined) ?? '', longestStack),
  }
}
