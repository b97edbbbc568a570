import type { TextValues } from './format-text'

/** Texts in groups; each text has its placeholders in braces, and its plural forms, if any, between bars. */
export interface Texts {
  readonly [key: string]: string | Texts
}

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
/** The values that a text needs; `n` chooses among plural forms. */
type Needed<Text extends string> = Placeholder<Text> | (Text extends `${string} | ${string}` ? 'n' : never)
type Values<Text extends string> = {
  readonly [Name in Needed<Text>]: Name extends 'n' ? number : TextValues[string]
}

/** A text without placeholders is a string, one with placeholders a function of their values. */
export type Spoken<Entry> = Entry extends string
  ? [Needed<Entry>] extends [never]
    ? string
    : (values: Values<Entry>) => string
  : { readonly [Key in keyof Entry]: Spoken<Entry[Key]> }

/** Says a text in a language. @param path the keys that lead to it, with `/` between them @param text in English */
type Say = (path: string, text: string, values?: TextValues) => string

const needsValues = (text: string) => text.includes('{') || text.includes(' | ')

function speak(texts: Texts, say: Say, path: string): object {
  const group = {}
  for (const [key, entry] of Object.entries(texts)) {
    const here = path === '' ? key : `${path}/${key}`
    const property =
      typeof entry !== 'string'
        ? { value: speak(entry, say, here) }
        : needsValues(entry)
          ? { value: (values: TextValues) => say(here, entry, values) }
          : { get: () => say(here, entry) }
    Object.defineProperty(group, key, { ...property, enumerable: true })
  }
  return group
}

/**
 * Makes English texts speak: one without placeholders becomes a string, which `say` gives each time it is read, one with
 * placeholders a function of their values.
 */
export const spoken = <Group extends Texts>(texts: Group, say: Say) => speak(texts, say, '') as Spoken<Group>
