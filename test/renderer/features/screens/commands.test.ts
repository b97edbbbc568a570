// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { useWatches } from '../../../../src-renderer/features/screens/watches'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

it('the command that watches is called by what it does to its phones now', () => {
  showPhones(['a', 'b'].map((publicId) => fakeDevice(publicId)))
  const { commands } = mountInPage({ render: () => null })
  const { title, isOn } = commands.byId('phone.watch')
  useWatches().replace([{ publicId: 'b', phone: 'b', waitsFor: { kind: 'change' } }])
  useSelection().select(['a'])
  expect([title(), title('b'), isOn()]).toEqual(['Watch screen…', 'Stop watching', null])
  useSelection().select(['a', 'b'])
  expect(title()).toBe('Stop watching')
})
