import RulesTab from '../../../src-renderer/features/rules/RulesTab.vue'
import WindowDialogs from '../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import type { Rule } from '../../../src-shared/features/rules-state'
import { screenOfTexts } from '../flow-fixtures'
import { stories, type Story } from '../story'

const text = { kind: 'text', text: 'No connection', isPattern: false, isGone: false, part: null } as const
const rule: Rule = {
  id: '00000000-0000-4000-8000-000000000001',
  name: 'Lost network',
  when: text,
  phones: { kind: 'label', label: 'Rack 3' },
  then: [
    { kind: 'notify' },
    { kind: 'record', seconds: 30 },
    { kind: 'call', address: 'https://alerts.example/hook' },
  ],
  quietS: 600,
  once: false,
  keepsLive: true,
  isOn: true,
  last: { at: Date.UTC(2026, 4, 20, 10, 12), publicId: 'dev_2', phone: 'Aster 03' },
  times: 3,
  fault: { kind: 'rule', why: 'answer', detail: 'alerts.example: 503' },
}
const rules: Rule[] = [
  rule,
  {
    ...rule,
    id: '00000000-0000-4000-8000-000000000002',
    name: '',
    when: { kind: 'budget', budget: 'actions', share: 80 },
    then: [{ kind: 'notify' }, { kind: 'sound' }],
    last: null,
    times: 0,
    fault: null,
  },
  {
    ...rule,
    id: '00000000-0000-4000-8000-000000000003',
    name: '',
    when: { kind: 'still', seconds: 600 },
    phones: { kind: 'these', publicIds: ['dev_0', 'dev_1'] },
    then: [{ kind: 'flow', file: 'restart.yaml' }],
    isOn: false,
    last: null,
    times: 0,
    fault: null,
  },
]
const dialog = (name: string, shown: Rule | null, publicIds: readonly string[]): Story => ({
  name,
  component: WindowDialogs,
  width: 1000,
  height: 900,
  answers: {
    'flows.list': { folder: '/flows', files: [] },
    get 'device.picture'() {
      return { base64: screenOfTexts() }
    },
  },
  ready: () => useDialogs().open({ kind: 'rule', rule: shown, publicIds }),
})

export const ruleStories = stories('rules', [
  { name: 'RulesTab', component: RulesTab, width: 1100, height: 280, state: { rules, looksLateS: 42 } },
  { name: 'RulesTab new', component: RulesTab, width: 1100, height: 200 },
  dialog('RuleDialog new', null, ['dev_0', 'dev_1']),
  dialog(
    'RuleDialog',
    {
      ...rule,
      when: { ...text, part: { left: 0, top: 0, width: 100, height: 20 } },
      phones: { kind: 'these', publicIds: ['dev_0'] },
    },
    [],
  ),
])
