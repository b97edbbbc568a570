// What a spreadsheet rewrites: a formula, and digits that it takes for a date or writes in another way (0012, 1.50, 1/2,
// 1e5, more than 15 digits).
const rewritten = /^'*(?:[=+\-@\t\r]|(?!(?:0|[1-9]\d{0,14})$)[\d.,:/%e -]+$)/i

/** Begins a cell with `'` where a spreadsheet would calculate or rewrite it. */
export const markedCell = (text: string): string => (rewritten.test(text) ? `'${text}` : text)

/** Takes the mark of `markedCell` away. */
export const plainCell = (cell: string): string =>
  cell.startsWith("'") && rewritten.test(cell.slice(1)) ? cell.slice(1) : cell
