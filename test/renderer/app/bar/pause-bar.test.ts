// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import PauseBar from '../../../../src-renderer/app/bar/PauseBar.vue'
import { useRules } from '../../../../src-renderer/features/rules/rules'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { fakeRule } from '../../fake-rule'
import { inFreshPage, mountInPage } from '../../mount-in-page'

inFreshPage()

it('counts the rules that see nothing while all phones are paused', () => {
  useConnection().paused = 'person'
  const budget = { kind: 'budget', budget: 'actions', share: 80 } as const
  useRules().replace([fakeRule({}), fakeRule({ isOn: false }), fakeRule({ when: budget })])
  expect(mountInPage(PauseBar).part.text()).toContain('1 rule sees no phone until you resume.')
  useRules().replace([])
  expect(mountInPage(PauseBar).part.text()).not.toContain('rule')
})
