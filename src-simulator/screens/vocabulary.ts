import vocabulary from '../../resources/vocabulary.json'

function meaning(words: Record<string, string>, word: string): string | null {
  return Object.entries(words).find(([, spoken]) => spoken === word)?.[0] ?? null
}

/** The standard name (`ArrowLeft`) of the service's word for a key (`left`); null for a word it does not have. */
export const keyMeant = (word: string): string | null => meaning(vocabulary.keys, word)

/** `home`, `appSwitcher`, `lock` or `search`; null for a word it does not have. */
export const presetMeant = (word: string): string | null => meaning(vocabulary.presets, word)

/** `Meta`, `Control`, `Alt` or `Shift`; null for a word it does not have. */
export const modifierMeant = (word: string): string | null => meaning(vocabulary.modifiers, word)
