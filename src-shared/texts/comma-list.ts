const commas = new Map<string, string>()

/** Joins words with the comma of a locale (BCP 47), and no word for “and”: `Aster 01, Aster 02`, `A、B` in Japanese. */
export function commaList(locale: string, words: readonly string[]): string {
  // No type of Intl.ListFormat leaves out the “and” in every language, but each has the comma after the first of three.
  const comma = commas.get(locale) ?? commaOf(locale)
  commas.set(locale, comma)
  return words.join(comma)
}

const commaOf = (locale: string) =>
  new Intl.ListFormat(locale).formatToParts(['1', '2', '3']).find(({ type }) => type === 'literal')?.value ??
  ', '
