import type { Texts } from './catalogue'
import { messages as english } from './en/messages'
import { textAt, translate } from './current-language'

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
/** The values that a text needs; `n` chooses among plural forms. */
type Needed<Text extends string> = Placeholder<Text> | (Text extends `${string} | ${string}` ? 'n' : never)
type Values<Text extends string> = {
  readonly [Name in Needed<Text>]: Name extends 'n' ? number : string | number
}

/** A text without placeholders is a string, one with placeholders a function of their values. */
type Spoken<Entry> = Entry extends string
  ? [Needed<Entry>] extends [never]
    ? string
    : (values: Values<Entry>) => string
  : { readonly [Key in keyof Entry]: Spoken<Entry[Key]> }

const needsValues = (text: string) => text.includes('{') || text.includes(' | ')

function spoken(texts: Texts, path: string): object {
  const group = {}
  for (const [key, entry] of Object.entries(texts)) {
    const here = path === '' ? key : `${path}/${key}`
    const property =
      typeof entry !== 'string'
        ? { value: spoken(entry, here) }
        : needsValues(entry)
          ? { value: (values: Readonly<Record<string, string | number>>) => translate(here, values) }
          : { get: () => textAt(here) }
    Object.defineProperty(group, key, { ...property, enumerable: true })
  }
  return group
}

/**
 * The texts of the page in its current language: `messages.bar.noFleet` is a string, `messages.bar.fleets({ name })` a
 * call. A number is shown as a count; pass a code or a size as a string. Read a text where it is shown: a kept one
 * doesn't follow the language.
 */
export const messages = spoken(english, '') as Spoken<typeof english>
