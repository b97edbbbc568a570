// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import NetworkSettings from '../../../../src-renderer/features/preferences/NetworkSettings.vue'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
import { baseState } from '../../../gallery/fixtures'
import { inFreshPage, mountInPage } from '../../mount-in-page'

describe('The proxy in the settings', () => {
  inFreshPage()

  const enter = async (address: string, answers = {}) => {
    const { preferences } = baseState()
    usePreferences().replace({ ...preferences, proxy: { mode: 'manual', address: '', user: '' } })
    const mounted = mountInPage(NetworkSettings, {}, answers)
    await mounted.part.find('input').setValue(address)
    await mounted.part.find('form').trigger('submit')
    await flushPromises()
    return mounted
  }

  it.each(['jo:secret@proxy.example:3128', 'proxy example', 'proxy.example:99999'])(
    'is refused beside its field: %s',
    async (address) => {
      const { part, sent } = await enter(address)
      expect(sent).toEqual([])
      expect(part.find('[aria-invalid]').exists()).toBe(true)
      expect(part.text()).toContain('Enter an address like proxy.example:3128.')
    },
  )

  it('is used when its address fits', async () => {
    const { part, sent } = await enter('proxy.example:3128')
    expect(sent.map(([name]) => name)).toEqual(['proxy.choose'])
    expect(part.find('[aria-invalid]').exists()).toBe(false)
  })

  it('is used again when something has changed', async () => {
    const { part, sent } = await enter(' proxy.example:3128')
    const isOff = () => part.find('[type=submit]').attributes('aria-disabled')
    expect(isOff()).toBe('false')
    const { preferences } = baseState()
    const proxy = { mode: 'manual', address: 'proxy.example:3128', user: '' } as const
    usePreferences().replace({ ...preferences, proxy })
    await flushPromises()
    expect(isOff()).toBe('true')
    await part.find('form').trigger('submit')
    expect(sent).toHaveLength(1)
    await part.find('[type=password]').setValue('secret')
    expect(isOff()).toBe('false')
    await part.find('form').trigger('submit')
    expect(sent).toHaveLength(2)
    expect(isOff()).toBe('true')
  })

  it('can be used again at once when its password was refused', async () => {
    const { part } = await enter('proxy.example:3128', { 'proxy.choose': new Error('No keychain.') })
    const { preferences } = baseState()
    const proxy = { mode: 'manual', address: 'proxy.example:3128', user: '' } as const
    usePreferences().replace({ ...preferences, proxy })
    await part.find('[type=password]').setValue('secret')
    await part.find('form').trigger('submit')
    await flushPromises()
    expect(part.find('[type=submit]').attributes('aria-disabled')).toBe('false')
  })

  it('says that its password is forgotten without a keychain', async () => {
    useFleets().replace({ ...baseState().fleets, keychain: false })
    const { part } = await enter('proxy.example:3128')
    expect(part.text()).toContain('no keychain found')
  })
})
