import { createLookBudget } from '../../../src-main/core/rules/look-budget'
import type { RulesOptions } from '../../../src-main/core/rules/serve'
import { directRoute } from '../../../src-main/core/service/route'
import { systemClock } from '../../../src-main/core/time/clock'

/** What a window takes for rules, none of which are kept. */
export const withoutRules: Pick<RulesOptions, 'rules' | 'lookBudget' | 'route'> = {
  rules: { of: () => [], keep: () => undefined, forget: () => undefined, close: () => undefined },
  lookBudget: createLookBudget(systemClock, () => 100),
  route: directRoute,
}
