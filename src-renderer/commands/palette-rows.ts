import { matchWords } from '../rules/match-words'

/** A line of the palette. */
export interface PaletteRow {
  key: string
  /** The id of the command; null for a phone. */
  command: string | null
  title: string
  group: string
  shortcuts: readonly string[]
  /** The phones that it is about, in words; empty for what is about none. */
  about: string
  /** Whether what it switches is on; null for what is no switch. */
  isOn: boolean | null
  /** Why it cannot be run now; null when it can. */
  whyNot: string | null
  run: () => void
}

/** What is searched in: a phone's row is made only once it has been found. */
export interface PaletteEntry {
  /** What the words of the search are looked for in. */
  text: string
  row: () => PaletteRow
}

/** Rows that can be run before those that cannot, and phones between them; `left` is as of `findRows`. */
export function paletteRows(
  commands: readonly PaletteEntry[],
  phones: readonly PaletteEntry[],
  search: string,
  mostPhones: number,
): { rows: PaletteRow[]; left: number } {
  const { rows } = findRows(commands, search)
  const found = search.trim() === '' ? { rows: [], left: 0 } : findRows(phones, search, mostPhones)
  const can = rows.filter(({ whyNot }) => whyNot === null)
  const cannot = rows.filter(({ whyNot }) => whyNot !== null)
  return { rows: [...can, ...found.rows, ...cannot], left: found.left }
}

/** Entries that fit, the best first, at most as many as wanted; `left` is how many more there are. */
export function findRows(
  entries: readonly PaletteEntry[],
  search: string,
  most = Number.POSITIVE_INFINITY,
): { rows: PaletteRow[]; left: number } {
  const found = entries
    .flatMap((entry) => {
      const fit = matchWords(search, entry.text)
      return fit === null ? [] : [{ entry, fit }]
    })
    .toSorted((a, b) => b.fit - a.fit)
  return {
    rows: found.slice(0, most).map(({ entry }) => entry.row()),
    left: Math.max(0, found.length - most),
  }
}
