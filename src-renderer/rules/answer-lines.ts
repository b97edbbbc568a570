import { pastedLine } from '../../src-shared/bridge/csv-cell'

/**
 * Returns answers as lines of name and answer for a spreadsheet. Digits stay as they are, unlike in `markedCell`: an
 * address or a code may go elsewhere.
 */
export const answerLines = (answers: readonly { name: string; text: string }[]): string =>
  answers.map(({ name, text }) => pastedLine([name, text])).join('\n')
