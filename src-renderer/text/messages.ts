import { spoken } from '../../src-shared/texts/spoken'
import { textAt, translate } from './current-language'
import { english } from './english'

/**
 * The texts of the page in its current language: `messages.bar.noFleet` is a string, `messages.bar.fleets({ name })` a
 * call. A number is shown as a count; pass a code or a size as a string. Read a text where it is shown: a kept one
 * doesn't follow the language.
 */
export const messages = spoken(english, (path, _, values) =>
  values ? translate(path, values) : textAt(path),
)
