// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { expect, it } from 'vitest'
import RuleDialog from '../../../../src-renderer/features/rules/RuleDialog.vue'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { fakeDevice } from '../../fake-phone'
import { fakeRule } from '../../fake-rule'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const shown = async (rule: ReturnType<typeof fakeRule> | null, answers = {}) => {
  showPhones([fakeDevice('a')])
  mountInPage(RuleDialog, { rule, publicIds: [] }, answers)
  await flushPromises()
  return document.querySelector('[role=dialog]')
}

it('says beside the button what a rule lacks', async () => {
  const dialog = await shown(null)
  expect(dialog?.querySelector('.dialog-buttons')?.textContent).toContain('Enter a text to look for')
})

it('speaks of no phone where a rule waits for a budget', async () => {
  const dialog = await shown(fakeRule({ when: { kind: 'budget', budget: 'actions', share: 80 } }))
  expect(dialog?.textContent).not.toMatch(/(that|each) phone/)
})

it('says in lines of their own why a rule can’t be saved', async () => {
  const fault = new FaultError({ kind: 'rule', why: 'pattern', detail: 'a group is open' })
  const dialog = await shown(fakeRule(), { 'rules.save': fault })
  dialog?.querySelector('form')?.dispatchEvent(new Event('submit'))
  await flushPromises()
  const lines = [...(dialog?.querySelectorAll('[role=alert] p') ?? [])].map(({ textContent }) => textContent)
  expect(lines).toEqual(['Fleetwall can’t read this regular expression.', 'a group is open'])
})
