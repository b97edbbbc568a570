import { matchWords } from '../../rules/match-words'

/** A row of the palette. */
export interface PaletteRow {
  key: string
  /** The id of the command; null for a phone. */
  command: string | null
  title: string
  group: string
  shortcuts: readonly string[]
  /** The phones that it acts on, in words; empty if none. */
  about: string
  /** As for `Command`. */
  isOn: boolean | null
  /** Why it is not available; null if it is. */
  whyNot: string | null
  run: () => void
}

/** A searchable entry; its row is made only once it is found. */
export interface PaletteEntry {
  /** The text to search. */
  text: string
  row: () => PaletteRow
}

/** Lists available commands, then phones, then unavailable commands; `left` is as for `findRows`. */
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

/** Lists the entries that match, best first; `left` counts those beyond `most`. */
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
