import { createPinia, setActivePinia } from 'pinia'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, type EffectScope } from 'vue'
import type { Command } from '../../../../src-renderer/commands/command'
import { useShortcuts } from '../../../../src-renderer/app/commands/use-shortcuts'
import { useConnection } from '../../../../src-renderer/stores/connection'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useView } from '../../../../src-renderer/stores/view'
import { describeNotice } from '../../../../src-renderer/text/describe/describe-notice'

const command = (over: Partial<Command>): Command => ({
  id: 'phone.type',
  title: () => 'Type on phone',
  group: 'phone',
  place: 'anywhere',
  shortcuts: ['t'],
  ownShortcuts: ['t'],
  inFields: false,
  whileTyping: false,
  repeats: false,
  targets: () => [],
  isOn: () => null,
  whyNot: () => null,
  run: () => undefined,
  ...over,
})

let page: EventTarget
let scope: EffectScope

beforeEach(() => {
  setActivePinia(createPinia())
  page = new EventTarget()
  vi.stubGlobal('window', page)
  for (const name of ['Element', 'HTMLInputElement', 'HTMLTextAreaElement', 'HTMLSelectElement'])
    vi.stubGlobal(name, class extends EventTarget {})
  scope = effectScope()
})
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
})

const press = (key: string, commands: Command[], repeat = false) => {
  scope.run(() => useShortcuts(() => commands, 'linux'))
  const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
  const event = Object.assign(new Event('keydown', { cancelable: true }), { key, code: '', repeat, ...held })
  page.dispatchEvent(event)
  return event
}
const told = () => useNotices().notices.map((notice) => describeNotice(notice, useConnection()).sentence)

describe('a shortcut', () => {
  it('says why a command on phones is not available', () => {
    const run = vi.fn()
    const event = press('t', [command({ whyNot: () => 'The phone isn’t live.', run })])
    expect(told()).toEqual(['“Type on phone” isn’t available. The phone isn’t live.'])
    expect(useNotices().notices).toMatchObject([{ publicId: null }])
    expect(event.defaultPrevented).toBe(true)
    expect(run).not.toHaveBeenCalled()
  })

  it('runs nothing while the palette is about to open', () => {
    const run = vi.fn()
    useDialogs().open({ kind: 'palette' })
    press('r', [command({ shortcuts: ['r'], run })])
    expect(run).not.toHaveBeenCalled()
    useDialogs().close('palette')
    press('r', [command({ shortcuts: ['r'], run })])
    expect(run).toHaveBeenCalled()
  })

  it('waits while a text is typed, and runs from a check box', () => {
    const run = vi.fn()
    scope.run(() => useShortcuts(() => [command({ shortcuts: ['escape'], run })], 'linux'))
    const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
    for (const type of ['text', 'checkbox', 'radio']) {
      const event = Object.assign(new Event('keydown'), { key: 'Escape', code: '', repeat: false, ...held })
      Object.defineProperty(event, 'target', { value: Object.assign(new HTMLInputElement(), { type }) })
      page.dispatchEvent(event)
    }
    expect(run).toHaveBeenCalledTimes(2)
  })

  it('leaves letters to a list of options, and no more', () => {
    const [type, leave] = [vi.fn(), vi.fn()]
    const all = [command({ run: type }), command({ shortcuts: ['escape'], run: leave })]
    scope.run(() => useShortcuts(() => all, 'linux'))
    const held = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false }
    for (const key of ['t', 'Escape']) {
      const event = Object.assign(new Event('keydown'), { key, code: '', repeat: false, ...held })
      Object.defineProperty(event, 'target', { value: new HTMLSelectElement() })
      page.dispatchEvent(event)
    }
    expect(type).not.toHaveBeenCalled()
    expect(leave).toHaveBeenCalledOnce()
  })

  it('runs once while its key is held, unless its command repeats', () => {
    const [record, enlarge] = [vi.fn(), vi.fn()]
    press('r', [command({ shortcuts: ['r'], run: record })], true)
    press('+', [command({ shortcuts: ['+'], repeats: true, run: enlarge })], true)
    press('t', [command({ whyNot: () => 'The phone isn’t live.' })], true)
    expect(record).not.toHaveBeenCalled()
    expect(enlarge).toHaveBeenCalled()
    expect(told()).toEqual([])
  })

  it('runs the available command of several', () => {
    const run = vi.fn()
    press('t', [command({ whyNot: () => 'The phone isn’t live.' }), command({ run })])
    expect(run).toHaveBeenCalledOnce()
    expect(told()).toEqual([])
  })

  it('is silent for other commands, such as Esc with no selection', () => {
    press('Escape', [
      command({ group: 'view', shortcuts: ['escape'], whyNot: () => 'No phones are selected.' }),
    ])
    expect(told()).toEqual([])
  })
})

describe('a shortcut that is kept from phones', () => {
  it('runs while a person types on a phone, and the phone never sees it', () => {
    const [kept, other] = [vi.fn(), vi.fn()]
    useView().keyboard = 'a'
    scope.run(() =>
      useShortcuts(
        () => [command({ shortcuts: ['mod+j'], whileTyping: true, run: kept }), command({ run: other })],
        'linux',
      ),
    )
    const held = { ctrlKey: true, metaKey: false, altKey: false, shiftKey: false }
    const event = new Event('keydown', { cancelable: true })
    const stopped = vi.spyOn(event, 'stopPropagation')
    page.dispatchEvent(Object.assign(event, { key: 'j', code: '', repeat: false, ...held }))
    expect([kept.mock.calls.length, stopped.mock.calls.length]).toEqual([1, 1])
    useView().keyboard = null
  })
})
