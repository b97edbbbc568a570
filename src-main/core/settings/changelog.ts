const isNewer = (one: string, other: string) => one.localeCompare(other, 'en', { numeric: true }) > 0

/**
 * Returns the entries of each version after `before`, up to `current`, as plain text.
 * @param changelog Markdown: a heading `## VERSION` for each version, and one line for each entry
 */
export function changesBetween(changelog: string, before: string, current: string): string[] {
  return changelog
    .split(/^## /m)
    .slice(1)
    .filter((section) => {
      const version = /^\S*/.exec(section)?.[0] ?? ''
      return isNewer(version, before) && !isNewer(version, current)
    })
    .flatMap((section) => section.split(/\r?\n/))
    .filter((line) => line.startsWith('- '))
    .map((line) => line.slice(2).replace(/`|\b_|_\b/g, ''))
}
