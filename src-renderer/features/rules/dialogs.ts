import type { Rule, RuleDraft } from '../../../src-shared/features/rules-state'
import RuleDialog from './RuleDialog.vue'
import WatchDialog from './WatchDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    watch: { publicIds: readonly string[] }
    /** `rule` is null for a new one, which begins as `draft`; `publicIds` are the phones at hand. */
    rule: { rule: Rule | null; publicIds: readonly string[]; draft?: RuleDraft }
  }
}

export const dialogs = {
  watch: WatchDialog,
  rule: RuleDialog,
}
