import type { SheetFlaw, SheetRow } from './sheet'

const part = /\{\{|\}\}|\{([^{}\r\n]{1,200})\}/g

/** Returns the names that stand in braces in a text, each once; `{{` and `}}` are braces themselves. */
export function columnsIn(template: string): string[] {
  const names = [...template.matchAll(part)].flatMap(([, name]) => (name === undefined ? [] : [name.trim()]))
  return [...new Set(names)]
}

/**
 * Fills a text with a row's values: `{caption}` becomes the cell of the column `caption`.
 * @param other fills what is no column; null for what it doesn't know
 */
export function fill(
  template: string,
  row: Pick<SheetRow, 'value'>,
  other: (name: string) => string | null = () => null,
): { text: string } | { wrong: SheetFlaw } {
  let wrong: SheetFlaw | null = null
  const text = template.replaceAll(part, (whole, name: string | undefined) => {
    if (name === undefined) return whole.slice(1)
    const column = name.trim()
    const value = row.value(column) ?? other(column)
    if (value === null) wrong ??= { kind: 'no-column', columns: [column] }
    else if (value === '') wrong ??= { kind: 'empty', column }
    return value ?? ''
  })
  if (wrong) return { wrong }
  return text === '' ? { wrong: { kind: 'nothing' } } : { text }
}

/** Splits a filled text into the names of files: several stand with `;` between them. */
export const fileNamesIn = (text: string): string[] =>
  text
    .split(/[;\n]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
