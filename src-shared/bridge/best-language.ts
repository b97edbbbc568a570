import { languages, type Language } from './preferences'

/** Returns the first wanted language that Fleetwall has, else English. @param wanted BCP 47, the best first */
export function bestLanguage(wanted: readonly string[]): Language {
  const primary = wanted.map((tag) => tag.toLowerCase().split('-')[0])
  return primary.flatMap((one) => languages.find((id) => id === one) ?? [])[0] ?? 'en'
}
