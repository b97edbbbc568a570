import { looksSecret } from '../../../../src-shared/features/flows-state'
import type { Names } from '../language/template'

/** Hides secrets in a text for people. */
export type Conceal = (text: string) => string

const hidden = '•••'
// Messages show this many letters of a value.
const shownLetters = [60, 40]

/** Hides the values of names that look secret, before expressions use them. */
export const masked = ({ env, output, fleetwall }: Names): Names => ({
  env: Object.fromEntries(
    Object.entries(env).map(([name, value]) => [name, looksSecret(name) ? hidden : value]),
  ),
  output: new Map([...output].map(([name, value]) => [name, looksSecret(name) ? hidden : value])),
  fleetwall,
})

/** Makes what hides the values of names that look secret. Case doesn't matter: a sentence begins with a capital. */
export function concealing(env: Readonly<Record<string, string>>): Conceal {
  const values = Object.entries(env).flatMap(([name, value]) =>
    looksSecret(name) && value !== '' ? [value] : [],
  )
  if (values.length === 0) return (text) => text
  const parts = values.flatMap((value) => [value, ...shownLetters.map((letters) => value.slice(0, letters))])
  const longestFirst = [...new Set(parts)].toSorted((one, other) => other.length - one.length)
  const literal = (text: string) => text.replaceAll(/[\\^$.|?*+()[\]{}]/g, String.raw`\$&`)
  const pattern = new RegExp(longestFirst.map(literal).join('|'), 'giu')
  return (text) => text.replaceAll(pattern, hidden)
}
