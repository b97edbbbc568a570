import type { Firing, Rule } from '../../src-shared/features/rules-state'

/** A rule that is on, for all phones, and notifies when a screen changes. */
export const fakeRule = (over: Partial<Rule> = {}): Rule => ({
  id: '00000000-0000-4000-8000-000000000001',
  name: '',
  when: { kind: 'change' },
  phones: { kind: 'all' },
  then: [{ kind: 'notify' }],
  quietS: 300,
  once: false,
  keepsLive: false,
  isOn: true,
  last: null,
  times: 0,
  fault: null,
  ...over,
})

/** That a rule has fired on a phone. */
export const fakeFiring = (publicId: string, over: Partial<Rule> = {}): Firing => {
  const { id, name, when } = fakeRule(over)
  return { rule: { id, name, when }, publicId, phone: publicId, shows: true, sounds: false }
}
