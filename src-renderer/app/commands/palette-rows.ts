import { matcherOf, namesOneOf } from '../../rules/match-words'

/** A row of the palette. */
export interface PaletteRow {
  key: string
  /** The id of the command; null for a phone, and for what cannot be done. */
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
  key: string
  /** The text to search. */
  text: string
  /** Further words that find it. */
  synonyms: string
  row: () => PaletteRow
}

/** What the service cannot do, and the words that people ask for it with. */
export interface Impossible {
  words: string
  sentence: string
  why: string
}

/** What the palette searches, and for what. */
export interface PaletteSearch {
  search: string
  commands: readonly PaletteEntry[]
  phones: readonly PaletteEntry[]
  impossible: readonly Impossible[]
  /** The keys of the commands that were picked last, the latest first. */
  recent: readonly string[]
}

// More phones than these would hide the commands after them.
const mostPhones = 20

/** Lists what cannot be done, available commands, phones, and unavailable commands; `left` counts the phones left out. */
export function paletteRows({ search, commands, phones, impossible, recent }: PaletteSearch): {
  rows: PaletteRow[]
  left: number
} {
  const rows = findEntries(commands, search, recent).map((entry) => entry.row())
  const found = search.trim() === '' ? [] : findEntries(phones, search, [])
  const can = rows.filter(({ whyNot }) => whyNot === null)
  const cannot = rows.filter(({ whyNot }) => whyNot !== null)
  const told = impossible.filter(({ words }) => namesOneOf(search, words)).map(rowOfImpossible)
  const shown = found.slice(0, mostPhones).map((entry) => entry.row())
  return { rows: [...told, ...can, ...shown, ...cannot], left: found.length - shown.length }
}

/** Lists the entries that match, best first, and of equal ones first those that were picked last. */
export function findEntries(
  entries: readonly PaletteEntry[],
  search: string,
  recent: readonly string[],
): PaletteEntry[] {
  const places = new Map(recent.map((key, place) => [key, place]))
  const placeOf = ({ key }: PaletteEntry) => places.get(key) ?? places.size
  const fitOf = matcherOf(search)
  return entries
    .flatMap((entry) => {
      const fit = fitOf(entry.text, entry.synonyms)
      return fit === null ? [] : [{ entry, fit }]
    })
    .toSorted((a, b) => b.fit - a.fit || placeOf(a.entry) - placeOf(b.entry))
    .map(({ entry }) => entry)
}

const rowOfImpossible = ({ sentence, why }: Impossible): PaletteRow => ({
  key: sentence,
  command: null,
  title: sentence,
  group: '',
  shortcuts: [],
  about: '',
  isOn: null,
  whyNot: why,
  run: () => undefined,
})
