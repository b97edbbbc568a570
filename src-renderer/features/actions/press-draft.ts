import type { Deed } from '../../../src-shared/protocol/action'
import { ownValue } from '../../../src-shared/protocol/own-value'
import { isSendable } from '../../../src-shared/protocol/text-rules'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'

type Modifier = keyof Vocabulary['modifiers']

/** The modifiers, in the order in which they are offered. */
export const modifiers = ['Control', 'Alt', 'Shift', 'Meta'] as const satisfies Modifier[]

/** The characters on the keys of a US keyboard, which the vocabulary need not name. */
export const characterKeys: readonly string[] = [..."abcdefghijklmnopqrstuvwxyz0123456789 -=[]\\;',./`"]

/** What a person chose to press: a preset, or else a key with the modifiers that are held. */
export interface PressDraft {
  /** By its name in KeyboardEvent.key. */
  key: string
  held: readonly Modifier[]
  /** The service's name of a preset, as typed; empty for the key. */
  preset: string
}

/** Returns the press as an action (spec 4.5); null where what is typed can't be the name of a preset. */
export function readPress(
  { key, held, preset }: PressDraft,
  words: Pick<Vocabulary, 'keys' | 'modifiers'>,
): Deed | null {
  if (preset !== '') {
    const name = preset.trim()
    return name !== '' && isSendable(name) ? { type: 'press', name } : null
  }
  const word = ownValue(words.keys, key) ?? key
  const together = modifiers.filter((one) => held.includes(one)).map((one) => words.modifiers[one])
  return together.length > 0 ? { type: 'press', modifiers: together, key: word } : { type: 'key', key: word }
}
