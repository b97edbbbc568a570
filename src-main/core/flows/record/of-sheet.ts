import type { RecordedInput } from '../language/recorded-input'

/**
 * Says of what a phone got from a sheet that other phones got values of their own.
 * @param columns of the sheet, whose values were used; none for what was no sheet's
 */
export function ofSheet(inputs: readonly RecordedInput[], columns: readonly string[] = []): RecordedInput[] {
  const names = columns.map((column) => `{${column}}`).join(', ')
  const about = `This is the phone’s own value of ${names} in a sheet. For each phone’s own, use \${NAME} and a sheet.`
  return inputs.map((input, at) => {
    const isStep = input.kind === 'text' || input.kind === 'command'
    return isStep && at === 0 && columns.length > 0 ? { ...input, about } : input
  })
}
