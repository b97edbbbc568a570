import type { Texts } from './catalogue'
import { messages as english } from './en/messages'
import { plainText, translate } from './i18n'
import { formatCount } from './numbers'

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never
/** What a text needs to be said; one with plural forms takes the form of `n`. */
type Needed<Text extends string> = Placeholder<Text> | (Text extends `${string} | ${string}` ? 'n' : never)
type Values<Text extends string> = {
  readonly [Name in Needed<Text>]: Name extends 'n' ? number : string | number
}

/** A text without placeholders is there to be read, one with placeholders to be called with what they stand for. */
type Spoken<Entry> = Entry extends string
  ? [Needed<Entry>] extends [never]
    ? string
    : (values: Values<Entry>) => string
  : { readonly [Key in keyof Entry]: Spoken<Entry[Key]> }

const say = (path: string, values: Readonly<Record<string, string | number>>) => {
  const shown = Object.entries(values).map(([name, value]) => [
    name,
    typeof value === 'number' ? formatCount(value) : value,
  ])
  const { n } = values
  return translate(
    path,
    Object.fromEntries(shown) as Record<string, string>,
    typeof n === 'number' ? n : undefined,
  )
}

const needsValues = (text: string) => text.includes('{') || text.includes(' | ')

function spoken(texts: Texts, path: string): object {
  const group = {}
  for (const [key, entry] of Object.entries(texts)) {
    const here = path === '' ? key : `${path}/${key}`
    const property =
      typeof entry !== 'string'
        ? { value: spoken(entry, here) }
        : needsValues(entry)
          ? { value: (values: Readonly<Record<string, string | number>>) => say(here, values) }
          : { get: () => plainText(here) }
    Object.defineProperty(group, key, { ...property, enumerable: true })
  }
  return group
}

/**
 * Everything that the page says, in its language of the moment: `messages.bar.noFleet` is a text,
 * `messages.bar.fleets({ name })` one with placeholders. What is given as a number is a count, and shown as the language
 * shows counts; a number that is none, such as a code, is given as a text. To be read where it is shown, not kept.
 */
export const messages = spoken(english, '') as Spoken<typeof english>
