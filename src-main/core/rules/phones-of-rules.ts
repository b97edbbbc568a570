import { readsScreens, type Rule } from '../../../src-shared/features/rules-state'
import type { FramedPhone } from '../frames/live-frames'
import type { Pictures } from '../pictures/pictures'
import type { Clock } from '../time/clock'
import type { LookBudget } from './look-budget'
import { lookAtPhone } from './phone-looks'
import type { RulePhone } from './rule-book'

// A screen that never rests is looked at so often.
const lookEveryMs = 1000

export interface PhonesOfRulesOptions {
  clock: Clock
  pictures: Pick<Pictures, 'of'>
  budget: LookBudget
  /** The rules that wait for something on a phone. */
  rulesOf: (phone: RulePhone) => readonly Rule[]
  /** A rule sees whether what it waits for is so. */
  saw: (id: string, publicId: string, isSo: boolean) => void
  /** A look has waited so long for its turn, in ms. */
  waited: (ms: number) => void
}

/** Looks at the phones whose screens rules wait for, and keeps those live that a rule needs. */
export interface PhonesOfRules {
  /** Follows other rules or phones. @param framed null while no fleet is open */
  follow(phones: Iterable<RulePhone>, framed: ((publicId: string) => FramedPhone) | null): void
  close(): void
}

export function createPhonesOfRules(options: PhonesOfRulesOptions): PhonesOfRules {
  const { clock, pictures, budget, rulesOf, saw, waited } = options
  const looks = new Map<string, { key: string; close: () => void }>()
  /** Rules as objects change when they fire; what they wait for does not. */
  const keyOf = (rules: readonly Rule[]) =>
    JSON.stringify(rules.map(({ id, when, keepsLive }) => [id, when, keepsLive]))

  return {
    follow(phones, framed) {
      const wanted = framed ? [...phones] : []
      const ids = new Set(wanted.map(({ publicId }) => publicId))
      for (const [publicId, { close }] of looks) {
        if (ids.has(publicId)) continue
        looks.delete(publicId)
        close()
      }
      for (const phone of wanted) {
        const { publicId } = phone
        const rules = rulesOf(phone).filter(
          ({ when, keepsLive }) => readsScreens(when) || (when.kind === 'offline' && keepsLive),
        )
        const key = keyOf(rules)
        const before = looks.get(publicId)
        if ((before?.key ?? '[]') === key) continue
        if (framed && rules.length > 0) {
          const close = lookAtPhone({
            ...{ clock, budget, everyMs: lookEveryMs, waited },
            pictures: pictures.of(publicId),
            phone: framed(publicId),
            isKept: rules.some(({ keepsLive }) => keepsLive),
            conditions: rules.map(({ id, when }) => ({ when, saw: (isSo) => saw(id, publicId, isSo) })),
          })
          looks.set(publicId, { key, close })
        } else looks.delete(publicId)
        // After the new one, so that the phone stays live.
        before?.close()
      }
    },
    close() {
      for (const { close } of looks.values()) close()
      looks.clear()
    },
  }
}
