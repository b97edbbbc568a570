import type { PageFeature } from '../../commands/page-feature'
import { ruleCommands } from './commands'
import { useRules } from './rules'
import RulesTab from './RulesTab.vue'
import WatchMark from './WatchMark.vue'

export const feature = {
  stores: () => [useRules()],
  commands: ruleCommands,
  tabs: { rules: { content: RulesTab, running: () => useRules().on.length } },
  mark: WatchMark,
} satisfies PageFeature
