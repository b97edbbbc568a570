import { RE2JS } from 're2js'

const parts: readonly (readonly [RegExp, string])[] = [
  [/^\*\*\//, '(?:.*/)?'],
  [/^\*\*/, '.*'],
  [/^\*/, '[^/]*'],
  [/^\?/, '[^/]'],
]

const withoutHere = (pattern: string) => pattern.replace(/^(?:\.\/)+/, '')

/** Whether paths in subfolders can fit a pattern. */
export const reachesBelow = (pattern: string): boolean => /\/|\*\*/.test(withoutHere(pattern))

/** Makes a test for paths of a pattern: `*` and `?` stay in a folder, `**` does not. */
export function compileGlob(pattern: string): (path: string) => boolean {
  let rest = withoutHere(pattern)
  let source = ''
  while (rest !== '') {
    const [found, written] = parts.find(([part]) => part.test(rest)) ?? [
      /^[^]/,
      RE2JS.quote(rest.slice(0, 1)),
    ]
    source += written
    rest = rest.replace(found, '')
  }
  const regex = RE2JS.compile(source)
  return (path) => regex.matches(path)
}
