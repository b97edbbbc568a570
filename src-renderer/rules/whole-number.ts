/** Reads a whole number in its range; null for anything else. @param typed NaN for what is no number */
export function wholeNumber(typed: string | number, least: number, most: number): number | null {
  const value = Number(typed)
  return String(typed).trim() !== '' && Number.isInteger(value) && value >= least && value <= most
    ? value
    : null
}
