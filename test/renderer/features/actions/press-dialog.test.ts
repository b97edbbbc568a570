// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { messages } from '../../../../src-renderer/text/messages'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const chord = { type: 'press', modifiers: ['shift', 'cmd'], key: 'a' }

describe('Press key…', () => {
  inFreshPage()
  const open = async (publicIds = ['a']) => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const page = mountInPage(WindowDialogs, {}, { 'device.copy': { text: '' } })
    useDialogs().open({ kind: 'press', publicIds })
    await flushPromises()
    return page
  }
  const find = <Found extends HTMLElement>(selector: string) => {
    const found = document.querySelector<Found>(`[role=dialog] ${selector}`)
    if (!found) throw new Error(`The dialog has no ${selector}.`)
    return found
  }
  const hold = async (modifier: string) => {
    find(`[value=${modifier}]`).click()
    await flushPromises()
  }
  const choose = async (key: string) => {
    find<HTMLSelectElement>('select').value = key
    find('select').dispatchEvent(new Event('change'))
    await flushPromises()
  }
  const type = async (at: 'preset' | 'name', text: string) => {
    const input = find<HTMLInputElement>(at === 'preset' ? 'input[list]' : 'input[type=text]')
    input.value = text
    input.dispatchEvent(new Event('input'))
    await flushPromises()
  }
  const submit = async () => {
    find<HTMLFormElement>('form').requestSubmit()
    await flushPromises()
  }

  it('names the phones that mirror the one it was opened for, as its command does', async () => {
    showPhones([fakeDevice('a'), fakeDevice('b')])
    const { commands } = mountInPage(WindowDialogs)
    useSelection().select(['a', 'b'])
    useSelection().mirroring = true
    useView().open('a')
    for (const id of ['phone.key', 'phone.open-app', 'phone.home'] as const)
      expect(commands.byId(id).targets(), id).toEqual(['a', 'b'])
    for (const id of ['phone.ip', 'phone.gesture', 'phone.launch'] as const)
      expect(commands.byId(id).targets(), id).toEqual(['a'])
    commands.run('phone.key')
    await flushPromises()
    const textContent = document.querySelector('[role=dialog]')?.textContent
    expect(textContent).toContain('Press key on 2 selected phones')
    expect(textContent).toContain('Uses 2 actions.')
  })

  it.each([
    [['a'], ['device.act', { publicId: 'a', action: chord }]],
    [
      ['a', 'b'],
      ['devices.act', { publicIds: ['a', 'b'], action: chord }],
    ],
  ])('presses a chord on %j', async (publicIds, call) => {
    const { sent } = await open(publicIds)
    await hold('Meta')
    await hold('Shift')
    await choose('a')
    await submit()
    expect(sent).toEqual([call])
    expect(useDialogs().find('press')).toBeUndefined()
  })

  it.each([
    ['app_switcher', 'app_switcher'],
    ['app switcher', 'app_switcher'],
    ['Control center', 'cc'],
    ['something_else', 'something_else'],
  ])('presses the preset %s instead of the key', async (typed, name) => {
    const { sent } = await open()
    const state = useConnection().vocabularyState
    if (state) {
      const words = { ...state.words, morePresets: { 'Control center': 'cc' } }
      useConnection().vocabularyState = { ...state, words }
    }
    await type('preset', typed)
    const offered = [...document.querySelectorAll('datalist option')].map((one) => one.getAttribute('value'))
    expect(offered).toEqual(['home', 'app_switcher', 'lock', 'search', 'cc'])
    expect(find<HTMLFieldSetElement>('fieldset').disabled).toBe(true)
    await submit()
    expect(sent).toEqual([['device.act', { publicId: 'a', action: { type: 'press', name } }]])
  })

  it('says at the field that a name is no preset, and sends nothing', async () => {
    const { sent } = await open()
    await type('preset', ' ')
    const field = find('input[list]')
    expect(field.getAttribute('aria-invalid')).toBe('true')
    const about = document.getElementById(field.getAttribute('aria-describedby') ?? '')
    expect(about?.textContent).toContain(messages.press.presetWrong)
    await submit()
    expect(sent).toEqual([])
  })

  it('keeps a chord as a command, which acts on the phones at hand', async () => {
    const { sent, commands } = await open()
    await hold('Meta')
    await choose('.')
    await type('name', 'Cancel it')
    find('.dialog-buttons button:nth-child(2)').click()
    await flushPromises()
    expect(usePreferences().now.ownGestures).toMatchObject([
      { name: 'Cancel it', action: { type: 'press', modifiers: ['cmd'], key: '.' }, space: null },
    ])
    commands
      .bindable()
      .find((command) => command.title() === 'Cancel it')
      ?.run('b')
    await flushPromises()
    expect(sent).toEqual([
      ['device.act', { publicId: 'b', action: { type: 'press', modifiers: ['cmd'], key: '.' } }],
    ])
  })

  it('copies to the computer’s clipboard with clipboard sync, also from a command', async () => {
    const { sent, commands } = await open()
    usePreferences().change({ clipboardSync: true })
    await hold('Meta')
    await choose('c')
    await submit()
    commands
      .bindable()
      .find(({ id }) => id === 'own.chord copy')
      ?.run('a')
    await flushPromises()
    const copy = ['device.copy', { publicId: 'a', action: { type: 'press', modifiers: ['cmd'], key: 'c' } }]
    expect(sent).toEqual([copy, copy])
  })
})
