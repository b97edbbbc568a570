import type { Texts } from '../../src-shared/texts/spoken'
import type { messages as english } from './en/messages'

/** The same texts in another language. */
export type TranslationOf<Group> = {
  readonly [Key in keyof Group]: Group[Key] extends string ? string : TranslationOf<Group[Key]>
}

/** Everything that the page says, in one language. */
export type Catalogue = TranslationOf<typeof english>

/** A catalogue as one list: each text by the keys that lead to it. */
export function flattened(texts: Texts, path = ''): Record<string, string> {
  const entries = Object.entries(texts).map(([key, entry]) => {
    const here = path === '' ? key : `${path}/${key}`
    return typeof entry === 'string' ? { [here]: entry } : flattened(entry, here)
  })
  return Object.assign({}, ...entries) as Record<string, string>
}
