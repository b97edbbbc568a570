/** The colours that the phone's own apps share. */
export const COLORS = {
  ground: '#f2f3f7',
  paper: '#ffffff',
  text: '#15171c',
  quiet: '#767b88',
  faint: '#b4b8c2',
  rule: '#d9dbe1',
  pressed: '#dfe1e7',
  accent: '#2f6bff',
  green: '#30c35a',
  red: '#f0443a',
  amber: '#f5a623',
  bar: '#f6f7fa',
} as const

/** Pairs of colours for the plates under initials and list signs. */
export const PLATES: readonly [string, ...string[]] = [
  '#5b8def',
  '#e0705a',
  '#49a978',
  '#a773d9',
  '#d99a3d',
  '#4ba5b8',
  '#d65d8d',
  '#7a83d6',
]
