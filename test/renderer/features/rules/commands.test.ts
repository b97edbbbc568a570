// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { useRules } from '../../../../src-renderer/features/rules/rules'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeDevice } from '../../fake-phone'
import { fakeRule } from '../../fake-rule'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

it('the command that watches is called by what it does to its phones now', () => {
  showPhones(['a', 'b'].map((publicId) => fakeDevice(publicId)))
  const { commands } = mountInPage({ render: () => null })
  const { title, isOn } = commands.byId('phone.watch')
  useRules().replace([
    fakeRule({ once: true, phones: { kind: 'these', publicIds: ['b'] } }),
    fakeRule({ isOn: false, once: true, phones: { kind: 'these', publicIds: ['a'] } }),
    fakeRule({ phones: { kind: 'these', publicIds: ['a'] } }),
  ])
  useSelection().select(['a'])
  expect([title(), title('b'), isOn()]).toEqual(['Watch screen…', 'Stop watching', null])
  useSelection().select(['a', 'b'])
  expect(title()).toBe('Stop watching')
})
