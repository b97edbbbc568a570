/**
 * Returns answers as lines of name and answer for a spreadsheet, each in one cell that calculates nothing. Digits stay as they
 * are, unlike in `markedCell`: an address or a code may go elsewhere.
 */
export const answerLines = (answers: readonly { name: string; text: string }[]): string =>
  answers.map(({ name, text }) => `${cell(name)}\t${cell(text)}`).join('\n')

function cell(text: string): string {
  const line = text.replaceAll(/[\t\n\r]+/g, ' ')
  return /^[=+\-@"]/.test(line) ? `'${line}` : line
}
