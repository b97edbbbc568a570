import type { Action } from '../../../src-shared/protocol/action'
import { limits } from '../../../src-shared/protocol/limits'
import { flawOf } from '../../../src-shared/protocol/text-rules'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { fill } from '../../../src-shared/sheets/fill'
import type { SheetFlaw, SheetRow } from '../../../src-shared/sheets/sheet'
import { UsageError } from '../../core/base/start-arguments'
import { checkedAction } from './read-action'

/** Returns the texts of an action that a sheet may fill. */
export const textsIn = (action: object): string[] =>
  Object.entries(action).flatMap(([field, value]) =>
    field !== 'type' && typeof value === 'string' ? [value] : [],
  )

/** Fills a text, which may be long enough for one action. */
export function fillText(template: string, row: SheetRow): ReturnType<typeof fill> {
  const filled = fill(template, row)
  if ('wrong' in filled) return filled
  const flaw = flawOf(filled.text, limits.textChars)
  if (flaw === null) return filled
  return { wrong: flaw === 'too-long' ? { kind: flaw, most: limits.textChars } : { kind: flaw } }
}

/** Fills an action's texts from a row. */
export function rowAction(
  template: object,
  row: SheetRow,
  names: Vocabulary['path'],
): { value: Action } | { wrong: SheetFlaw } {
  const filled: Record<string, unknown> = {}
  for (const [field, value] of Object.entries(template)) {
    filled[field] = value
    if (field === 'type' || typeof value !== 'string') continue
    const text = fillText(value, row)
    if ('wrong' in text) return text
    filled[field] = text.text
  }
  try {
    return { value: checkedAction(filled, names) }
  } catch (thrown) {
    if (thrown instanceof UsageError) return { wrong: { kind: 'no-action', why: thrown.message } }
    throw thrown
  }
}
