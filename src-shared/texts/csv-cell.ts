// What begins a formula, also where quotes or spaces stand before it. A `'` before it belongs to the text.
const formula = String.raw`[^\S\t\r\n]*(?:["'][^\S\t\r\n]*)*(?:[=+\-@＝＋－＠\t]|\r(?!\n))`
const beginsFormula = new RegExp(`^${formula}`)
// What a spreadsheet takes for a date or writes in another way (0012, 1.50, 1/2, 1e5, more than 15 digits).
const beginsRewritten = /^'*(?!(?:0|[1-9]\d{0,14})$)[\d.,:/%e -]+$/i

// A spreadsheet of another language divides cells at another sign, so each sign may begin a cell.
const innerFormula = new RegExp(String.raw`(?<=[;,\t\r\n])(?=${formula})`, 'g')
const innerMark = new RegExp(String.raw`(?<=[;,\t\r\n])'(?=${formula})`, 'g')

const marked = (text: string, isMarked: (cell: string) => boolean) => {
  const cell = text.replaceAll(innerFormula, "'")
  return isMarked(cell) ? `'${cell}` : cell
}
const isFormula = (cell: string) => beginsFormula.test(cell)
const isRewritten = (cell: string) => isFormula(cell) || beginsRewritten.test(cell)

/** Puts `'` before each formula of a text: where the text begins, and where a cell would begin after `;`, `,`, a tab or a line end. */
export const withoutFormulas = (text: string): string => marked(text, isFormula)

/** Marks formulas as `withoutFormulas` does, and also digits that a spreadsheet would rewrite. */
export const markedCell = (text: string): string => marked(text, isRewritten)

/** Takes exactly the marks of `markedCell` away. */
export function plainCell(cell: string): string {
  const rest = cell.slice(1)
  const isMarked = cell.startsWith("'") && isRewritten(rest)
  return (isMarked ? rest : cell).replaceAll(innerMark, '')
}

/** Returns one line of cells to paste into a spreadsheet: each text stays in its cell and calculates nothing. Digits stay as they are. */
export const pastedLine = (texts: readonly string[]): string =>
  texts
    .map((text) => {
      const cell = withoutFormulas(text.replaceAll(/[\t\n\r]+/g, ' '))
      // A quote would join the cells after it.
      return cell.startsWith('"') ? `'${cell}` : cell
    })
    .join('\t')
