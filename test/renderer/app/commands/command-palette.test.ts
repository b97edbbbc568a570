// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { describe, expect, it } from 'vitest'
import { nextTick } from 'vue'
import WindowDialogs from '../../../../src-renderer/app/WindowDialogs.vue'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { fakeDevice } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

describe('the command palette', () => {
  inFreshPage()
  const open = async () => {
    showPhones([fakeDevice('a', { name: 'Aster 01' })])
    const { commands } = mountInPage(WindowDialogs)
    useDialogs().open({ kind: 'palette' })
    await flushPromises()
    return commands
  }
  /** Selects one phone and opens the palette while a person types on another. */
  const openOn = async (publicId: string) => {
    showPhones(['a', 'b'].map((each) => fakeDevice(each)))
    const page = mountInPage(WindowDialogs)
    useSelection().select(['a'])
    useDialogs().open({ kind: 'palette', publicId })
    await flushPromises()
    return page
  }
  const box = () => document.querySelector<HTMLInputElement>('input[role=combobox]')
  const press = async (key: string) => {
    box()?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
    await nextTick()
  }
  const search = async (text: string) => {
    const input = box()
    if (!input) throw new Error('The palette has no search.')
    input.value = text
    input.dispatchEvent(new Event('input', { bubbles: true }))
    await nextTick()
  }
  const rows = () => [...document.querySelectorAll('[role=option]')]
  const selected = () => rows().findIndex((row) => row.getAttribute('aria-selected') === 'true')

  it('lists every command but itself, by id, when the search is empty', async () => {
    const commands = await open()
    const ids = rows().map((row) => row.getAttribute('data-command'))
    const all = [...commands.bindable(), ...commands.ofViews(), ...commands.ofFleets()].map(({ id }) => id)
    expect(ids.filter(Boolean).toSorted()).toEqual(all.filter((id) => id !== 'app.palette').toSorted())
  })

  it('names what ends a search once, though Escape does it too', async () => {
    await open()
    useFilter().search = 'as'
    await search('clear search')
    const named = rows().filter((row) => row.textContent?.includes('Clear search'))
    expect(named.map((row) => row.getAttribute('data-command'))).toEqual(['view.clear-search'])
  })

  it('leads to the phones of a label', async () => {
    await open()
    showPhones([
      fakeDevice('a', { name: 'Aster 01', labels: [{ name: 'Spare', color: '#112233' }] }),
      fakeDevice('b', { name: 'Birch 02' }),
    ])
    await search('spare')
    await press('Enter')
    await flushPromises()
    expect(useFilter().shown.map(({ public_id }) => public_id)).toEqual(['a'])
  })

  it('moves with the arrow keys and wraps around', async () => {
    await open()
    await press('ArrowUp')
    expect(selected()).toBe(rows().length - 1)
    await press('ArrowDown')
    expect(selected()).toBe(0)
  })

  it('marks a command that cannot run, and does not run it', async () => {
    await open()
    await search('interrupt')
    expect(rows()[0]?.getAttribute('aria-disabled')).toBe('true')
    await press('Enter')
    expect(useDialogs().find('palette')).toBeDefined()
  })

  it('finds a phone by its name', async () => {
    await open()
    await search('aster')
    expect(rows().map((row) => row.textContent)).toEqual([expect.stringContaining('Aster 01')])
  })

  it('finds the words that operators use, in the first 12 rows', async () => {
    const wanted: [words: string, command: string][] = [
      ['launch', 'phone.launch'],
      ['automation', 'phone.launch'],
      ['warm up', 'phone.launch'],
      ['account status', 'phone.launch'],
      ['add label', 'phone.labels'],
      ['tag', 'phone.labels'],
      ['note', 'phone.notes'],
      ['rename', 'phone.rename'],
      ['rename phone', 'phone.rename'],
      ['broadcast', 'phone.mirror'],
      ['sync', 'phone.mirror'],
      ['group control', 'phone.mirror'],
      ['mirror', 'phone.mirror'],
      ['macro', 'flow.record'],
      ['script', 'flow.run'],
      ['test', 'flow.run'],
      ['record screen', 'phone.record'],
      ['video', 'phone.record'],
      ['screenshot all', 'phone.screenshot'],
      ['swipe', 'phone.gesture'],
      ['tap', 'phone.gesture'],
      ['drag', 'phone.gesture'],
      ['scroll', 'phone.gesture'],
      ['back', 'phone.gesture'],
      ['history', 'app.activity'],
      ['log', 'app.activity'],
      ['errors', 'app.activity'],
      ['jobs', 'app.jobs'],
      ['budget', 'app.budgets'],
      ['minutes', 'app.budgets'],
      ['quota', 'app.budgets'],
      ['language', 'app.settings'],
      ['proxy', 'app.settings'],
      ['theme', 'app.settings'],
      ['dark', 'app.settings'],
      ['reconnect', 'phone.try-again'],
      ['refresh', 'fleet.refresh'],
      ['copy id', 'phone.copy-id'],
      ['serial', 'phone.copy-id'],
      ['dashboard', 'phone.dashboard'],
      ['airplane', 'phone.airplane-on'],
      ['ip', 'phone.ip'],
      ['clipboard', 'phone.clipboard-get'],
      ['paste', 'phone.clipboard-set'],
      ['upload', 'phone.push'],
      ['push file', 'phone.push'],
      ['full screen', 'window.full-screen'],
      ['second window', 'phone.own-window'],
      ['second display', 'window.new-wall'],
      ['monitor', 'window.next-display'],
      ['kiosk', 'window.full-screen'],
      ['shortcut', 'app.shortcuts'],
      ['diagnostics', 'app.diagnostics'],
      ['help', 'app.guide'],
      ['version', 'app.about'],
      ['quit', 'window.close'],
      ['update', 'app.about'],
    ]
    await open()
    const missed: string[] = []
    for (const [words, command] of wanted) {
      await search(words)
      const found = rows().slice(0, 12)
      if (!found.some((row) => row.getAttribute('data-command') === command)) missed.push(words)
    }
    expect(missed).toEqual([])
    for (const words of ['apk', 'rotate', 'volume']) {
      await search(words)
      expect(rows()[0]?.textContent, words).toMatch(/can’t/)
    }
  })

  it('shows first what was picked last', async () => {
    await open()
    await search('sort')
    await press('Enter')
    useDialogs().open({ kind: 'palette' })
    await flushPromises()
    expect(rows()[0]?.getAttribute('data-command')).toBe('view.sort')
  })

  it('acts on the phone that a person types on, whatever is selected', async () => {
    const { sent } = await openOn('b')
    await search('home')
    await press('Enter')
    await flushPromises()
    expect(sent).toContainEqual(['device.act', expect.objectContaining({ publicId: 'b' })])
  })
})
