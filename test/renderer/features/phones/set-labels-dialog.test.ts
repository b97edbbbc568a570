// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the dialog that sets labels', () => {
  inFreshPage()
  const submit = async (typed: string) => {
    const lab = { id: 1, name: 'lab', color: '#FF0000' }
    const old = { id: 2, name: 'old', color: '#00FF00' }
    showPhones([fakeDevice('a', { labels: [lab] }), fakeDevice('b', { labels: [lab, old] })])
    useDialogs().open({ kind: 'set-labels', publicIds: ['a', 'b'] })
    const { sent } = mountInPage(WindowDialogs)
    await flushPromises()
    const input = document.querySelector<HTMLInputElement>('form input')
    if (!input) throw new Error('The dialog has no box.')
    input.value = typed
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await flushPromises()
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
    return sent.filter(([name]) => name === 'devices.edit').map(([, params]) => params)
  }
  const lab = { name: 'lab', color: '#FF0000' }

  it.each([
    { typed: '', addLabels: [lab], removeLabels: ['old'] },
    { typed: ' night ', addLabels: [lab, { name: 'night', color: '#9E9E9E' }], removeLabels: ['old'] },
    { typed: 'old', addLabels: [lab, { name: 'old', color: '#00FF00' }], removeLabels: [] },
    { typed: 'lab', addLabels: [lab], removeLabels: ['old'] },
  ])('sets the chosen labels and the typed “$typed”', async ({ typed, addLabels, removeLabels }) => {
    const labelOrder = addLabels.map(({ name }) => name)
    const edit = { addLabels, removeLabels, labelOrder }
    expect(await submit(typed)).toEqual([{ publicIds: ['a', 'b'], edit }])
  })

  it('says so when the phones have these labels in this order, and sends nothing', async () => {
    const labels = ['lab', 'old'].map((name, id) => ({ id, name, color: '#FF0000' }))
    showPhones([fakeDevice('a', { labels })])
    useDialogs().open({ kind: 'set-labels', publicIds: ['a'] })
    const { sent } = mountInPage(WindowDialogs)
    await flushPromises()
    const send = async () => {
      document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }))
      await flushPromises()
      return sent.filter(([name]) => name === 'devices.edit').length
    }
    expect(await send()).toBe(0)
    expect(document.querySelector('[role=status]')?.textContent).toBe(
      'The phone already has exactly these labels.',
    )
    showPhones([fakeDevice('a', { labels: labels.toReversed() })])
    expect(await send(), 'another order is a change').toBe(1)
  })

  it.each([
    { platform: 'linux', keys: 'Alt+↑ or Alt+↓' },
    { platform: 'darwin', keys: '⌥↑ or ⌥↓' },
  ] as const)('names the keys that order labels on $platform', async ({ platform, keys }) => {
    const labels = ['lab', 'old'].map((name, id) => ({ id, name, color: '#FF0000' }))
    showPhones([fakeDevice('a', { labels })])
    useDialogs().open({ kind: 'set-labels', publicIds: ['a'] })
    mountInPage(WindowDialogs, {}, {}, { platform })
    await flushPromises()
    expect(document.body.textContent).toContain(`press ${keys} in it`)
  })

  it('waits while the typed name is too long', async () => {
    expect(await submit('x'.repeat(51))).toEqual([])
  })
})
