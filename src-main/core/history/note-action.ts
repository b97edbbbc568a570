import type { ActivityOutcome, ActivityEntry } from '../../../src-shared/features/activity'
import type { Action } from '../../../src-shared/protocol/action'
import type { Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened, onlyReads } from '../../../src-shared/protocol/fault-predicates'

/** An entry without its time; left out, its fleet is the open one. */
export type ActivityNote = Omit<ActivityEntry, 'at' | 'fleet' | 'phone'> & { phone?: string; fleet?: string }

/** Returns the action's type, with the preset or chord that it presses (`cmd+space`), or `on` and `off`; no text and no typed character. */
export function aboutAction(action: Action): string {
  switch (action.type) {
    case 'airplane':
      return `airplane ${action.on ? 'on' : 'off'}`
    case 'press': {
      const { name, modifiers = [], key = '' } = action
      const types = isCharacter(key) && modifiers.every((modifier) => typing.test(modifier))
      return `press ${name ?? (types ? '' : [...modifiers, key === ' ' ? 'space' : key].join('+'))}`.trim()
    }
    case 'key':
      return `key ${isCharacter(action.key) ? '' : action.key}`.trim()
    default:
      return action.type
  }
}

/** Modifiers with which a key types a character. */
const typing = /^(shift|alt|option)$/i

const isCharacter = (key: string) => [...key].length === 1

/** How something ended that a person asked for; dropped before it was sent, it was cancelled. */
export function outcomeOf(fault: Fault | null): ActivityOutcome {
  if (!fault) return 'done'
  const isDropped =
    fault.kind === 'cancelled' || (fault.kind === 'input-not-sent' && fault.why === 'cancelled')
  return isDropped ? 'cancelled' : 'failed'
}

/** Notes an action on a phone that a person did, by hand or mirrored. @param fault null if it succeeded */
export function noteOfAction(publicId: string, action: Action, fault: Fault | null): ActivityNote {
  const isUnknown = fault && mayHaveHappened(fault) && !onlyReads(action)
  const outcome = isUnknown ? 'unknown' : outcomeOf(fault)
  return { publicId, what: 'action', outcome, about: aboutAction(action), fault }
}
