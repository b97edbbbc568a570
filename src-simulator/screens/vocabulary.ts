import { readFileSync } from 'node:fs'
import { resourceFile } from './resource-file'

/** The words that the service uses for keys, presets and modifiers, each under the standard name of what it means. */
interface Vocabulary {
  keys: Record<string, string>
  presets: Record<string, string>
  modifiers: Record<string, string>
}

let loaded: Vocabulary | null = null

function vocabulary(): Vocabulary {
  loaded ??= JSON.parse(readFileSync(resourceFile('vocabulary.json'), 'utf8')) as Vocabulary
  return loaded
}

function meaning(words: Record<string, string>, word: string): string | null {
  return Object.entries(words).find(([, spoken]) => spoken === word)?.[0] ?? null
}

/** The standard name (`ArrowLeft`) of the service's word for a key (`left`); null for a word it does not have. */
export const keyMeant = (word: string): string | null => meaning(vocabulary().keys, word)

/** `home`, `appSwitcher`, `lock` or `search`; null for a word it does not have. */
export const presetMeant = (word: string): string | null => meaning(vocabulary().presets, word)

/** `Meta`, `Control`, `Alt` or `Shift`; null for a word it does not have. */
export const modifierMeant = (word: string): string | null => meaning(vocabulary().modifiers, word)
