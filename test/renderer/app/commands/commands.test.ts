import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import type { OwnWindow } from '../../../../src-shared/bridge/own-window-schema'
import { createCommands } from '../../../../src-renderer/app/commands/commands'
import type { Commands } from '../../../../src-renderer/commands/use-commands'
import { reservationOf } from '../../../../src-renderer/app/commands/shortcut-rules'
import { hostKey } from '../../../../src-renderer/host/use-host'
import { useDialogs } from '../../../../src-renderer/stores/dialogs'
import { useDevices } from '../../../../src-renderer/stores/devices'
import { useFilter } from '../../../../src-renderer/stores/filter'
import { useFleets } from '../../../../src-renderer/stores/fleets'
import { usePreferences } from '../../../../src-renderer/stores/preferences'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { useSelection } from '../../../../src-renderer/stores/selection'
import { useView } from '../../../../src-renderer/stores/view'
import { fakeBridge, fakeHost } from '../../fake-host'
import { fakeDevice, fakeTile } from '../../fake-phone'

let told: [string, unknown][]
let picked: string[]
let opened: OwnWindow[]
let addresses: string[]
let commands: Commands

/** @param phone that the page shows alone; null for the page of the wall */
function create(phone: string | null): void {
  const host = fakeHost({
    bridge: fakeBridge({
      call: (name, params) => {
        told.push([name, params])
        return Promise.resolve(null as never)
      },
      tell: (name, params) => void told.push([name, params]),
    }),
    phone,
    openOwnWindow: (own) => void opened.push(own),
    openAddress: (address) => void addresses.push(address),
  })
  const app = createApp({})
  app.provide(hostKey, host)
  commands = app.runWithContext(() =>
    createCommands(host, {
      focusSearch: () => undefined,
      pickFiles: (publicIds) => picked.push(publicIds.join(' ')),
    }),
  )
}

beforeEach(() => {
  setActivePinia(createPinia())
  told = []
  picked = []
  opened = []
  addresses = []
  create(null)
  useDevices().replace({
    status: 'ready',
    devices: ['a', 'b', 'c'].map((publicId) => fakeDevice(publicId)),
    fault: null,
  })
  useTiles().replace(['a', 'b', 'c'].map((publicId) => fakeTile(publicId)))
  useView().current = 'b'
})

describe('the commands', () => {
  it('never share a shortcut in the same place', () => {
    const places = ['wall', 'focus'] as const
    for (const place of places) {
      const here = commands.all.filter((command) => ['anywhere', 'main', place].includes(command.place))
      const shortcuts = here.flatMap((command) => command.shortcuts)
      expect(shortcuts).toHaveLength(new Set(shortcuts).size)
    }
  })

  it('report on or off for switches only', () => {
    const on = () => commands.all.filter(({ isOn }) => isOn() === true).map(({ id }) => id)
    expect(commands.byId('phone.home').isOn()).toBeNull()
    expect(on()).toEqual([])
    const switches = commands.all.filter(({ isOn }) => isOn() !== null)
    useSelection().select(['a', 'b'])
    for (const { run } of switches) run()
    expect(on()).toEqual([
      'view.inspector',
      'view.panel',
      'view.strip',
      'view.compare',
      'view.group',
      'view.pace',
      'phone.clipboard-sync',
      'phone.pin',
      'phone.view-only',
      'phone.mirror',
    ])
    // The rail belongs to the wall.
    useView().back()
    expect(on()).toContain('view.rail')
    expect(on()).not.toContain('view.compare')
  })

  it('act on the phones that they asked about, whatever is selected by then', () => {
    const six = ['a', 'b', 'c', 'd', 'e', 'f']
    useDevices().replace({
      status: 'ready',
      devices: six.map((publicId) => fakeDevice(publicId)),
      fault: null,
    })
    useTiles().replace(six.map((publicId) => fakeTile(publicId)))
    useSelection().select(six)
    commands.byId('phone.airplane-on').run('a')
    const many = useDialogs().find('confirm')
    expect(told).toEqual([])
    useSelection().select(['a'])
    many?.run()
    expect(told).toEqual([['devices.act', { publicIds: six, action: { type: 'airplane', on: true } }]])
  })

  it('switch clipboard sync as the core has it', () => {
    const { isOn, run } = commands.byId('phone.clipboard-sync')
    expect(isOn()).toBe(false)
    run()
    expect(usePreferences().unsent).toEqual({ clipboardSync: true })
    usePreferences().sent({ clipboardSync: true })
    usePreferences().replace({ ...usePreferences().now, clipboardSync: false })
    expect(isOn()).toBe(false)
  })

  it('have no reserved shortcut', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const taken = commands.all.flatMap((command) =>
        command.ownShortcuts.filter((shortcut) => reservationOf(command, shortcut, platform)),
      )
      expect(taken, platform).toEqual([])
    }
  })

  it('have the shortcuts that the user sets', () => {
    const inspector = commands.byId('view.inspector')
    usePreferences().change({ shortcuts: { 'view.inspector': ['f4'] } })
    expect([inspector.shortcuts, inspector.ownShortcuts]).toEqual([['f4'], ['i']])
    expect(commands.byId('view.search').shortcuts).toEqual(['mod+f', '/'])
  })

  it('open the current phone in its own window, in its proportions', () => {
    vi.stubGlobal('screen', { availWidth: 1920, availHeight: 1080 })
    useTiles().update(fakeTile('b', { snapshot: { width: 1000, height: 1000 } }))
    commands.run('phone.own-window')
    vi.unstubAllGlobals()
    expect(opened).toEqual([{ publicId: 'b', width: 824, height: 900 }])
  })

  it('open the current phone in the dashboard, if its address is safe', () => {
    commands.run('phone.dashboard')
    expect(addresses).toEqual(['https://example.com/1'])
    useDevices().replace({
      status: 'ready',
      devices: [fakeDevice('b', { dashboard_url: '' })],
      fault: null,
    })
    expect(commands.byId('phone.dashboard').whyNot()).toContain('no safe dashboard address')
  })

  it('are only those available there in a phone’s own window', () => {
    create('b')
    useView().open('b')
    const ids = commands.all.map(({ id }) => id)
    expect(ids).toContain('phone.home')
    expect(ids).toContain('phone.push')
    expect(ids).toContain('app.shortcuts')
    expect(ids).toContain('app.settings')
    for (const id of ['view.back', 'phone.own-window', 'phone.mirror', 'work.clear-runs'])
      expect(ids).not.toContain(id)
    expect(commands.ofFleets()).toEqual([])
    expect(commands.byId('view.back').whyNot()).toBe('Only in the main window.')
    expect(commands.all.filter(({ whyNot }) => whyNot()?.includes('window'))).toEqual([])
  })

  it('say why they are not available', () => {
    const { whyNot } = commands.byId('view.back')
    expect(whyNot()).toBe('Only in focus view.')
    useView().open('a')
    expect(whyNot()).toBeNull()
    expect(commands.byId('view.fit').whyNot()).toBe('Only on the wall, not in focus view.')
  })

  it('act on the focused phone, else the current one', () => {
    commands.run('phone.push')
    useView().open('c')
    commands.run('phone.push')
    commands.run('phone.push', 'a')
    useSelection().select(['a', 'b'])
    commands.run('phone.push', 'a')
    commands.run('phone.push')
    expect(picked).toEqual(['b', 'c', 'a', 'a b', 'c'])
  })

  it('name their targets: the selection, or else the current phone', () => {
    const targets = () =>
      (['phone.open', 'phone.push', 'phone.home', 'app.about'] as const).map((id) =>
        commands.byId(id).targets(),
      )
    expect(targets()).toEqual([['b'], ['b'], ['b'], []])
    useSelection().select(['a', 'b'])
    expect(targets()).toEqual([['b'], ['a', 'b'], ['a', 'b'], []])
    useSelection().select(['a', 'c'])
    expect(targets()).toEqual([['a'], ['a', 'c'], ['a', 'c'], []])
    useView().current = null
    expect(targets()).toEqual([['a'], ['a', 'c'], ['a', 'c'], []])
    useSelection().select([])
    expect(targets()).toEqual([[], [], [], []])
  })

  it('name the missing permission or state', () => {
    const { whyNot } = commands.byId('phone.home')
    expect(whyNot()).toBeNull()
    useTiles().update(fakeTile('b', { state: 'offline' }))
    expect(whyNot()).toBe('The phone is offline.')
    useFleets().scopes = { ...useFleets().scopes, control: 'missing' }
    expect(whyNot()).toBe('This key needs permission “control”')
    useView().current = null
    expect(whyNot()).toBe('No phone is focused or selected.')
  })

  it('pick no files for phones that can take none', () => {
    const { whyNot } = commands.byId('phone.push')
    expect(whyNot()).toBeNull()
    useTiles().update(fakeTile('b', { state: 'offline' }))
    expect(whyNot()).toBe('Phone b is offline and can’t receive files.')
    useSelection().select(['a', 'b'])
    expect(whyNot()).toBeNull()
  })

  it('offer a remedy only when it helps', () => {
    const can = () =>
      (['phone.try-again', 'phone.take-back', 'phone.interrupt'] as const).filter(
        (id) => commands.byId(id).whyNot() === null,
      )
    expect(can()).toEqual([])
    useTiles().update(fakeTile('b', { state: 'parked' }))
    expect(can()).toEqual(['phone.try-again'])
    commands.run('phone.try-again')
    expect(told).toEqual([['stream.retry', { publicId: 'b' }]])
    useTiles().update(fakeTile('b', { control: 'taken' }))
    expect(can()).toEqual(['phone.take-back'])
    useTiles().update(fakeTile('b', { state: 'automation', job: { kind: null, status: 'queued' } }))
    expect(can()).toEqual(['phone.interrupt'])
  })

  it('go to the next and previous phone in a loop', () => {
    const view = useView()
    view.open('b')
    commands.run('view.next')
    expect(view.focused).toBe('c')
    commands.run('view.next')
    expect(view.focused).toBe('a')
    commands.run('view.previous')
    expect(view.focused).toBe('c')
    useFilter().search = 'Phone c'
    expect(commands.byId('view.next').whyNot()).toBe('No other phone is shown.')
  })

  it('open each fleet here or in its own window, and forget removable ones', () => {
    const fleet = (id: string, kind: 'saved' | 'simulated') => ({ id, name: id, baseUrl: '', kind })
    useFleets().replace({
      fleets: [fleet('Lab', 'saved'), fleet('Sim', 'simulated')],
      activeId: 'Sim',
      elsewhere: [],
      keychain: true,
    })
    expect(commands.ofFleets().map(({ title, whyNot }) => [title(), whyNot()])).toEqual([
      ['Open fleet Lab', null],
      ['Open fleet Lab in its own window', null],
      ['Remove Lab…', null],
      ['Open fleet Simulated fleet', 'Already open.'],
      ['Open fleet Simulated fleet in its own window', 'Already open.'],
    ])
  })
})

describe('the fleet’s saved views', () => {
  it('are commands, unavailable while shown', () => {
    const filter = useFilter()
    filter.toggleLabel('rented')
    filter.save('Rented')
    filter.clear()
    filter.search = 'b'
    filter.save('B')
    filter.clear()
    const [rented] = commands.ofViews()
    expect(commands.ofViews().map(({ title, whyNot }) => [title(), whyNot()])).toEqual([
      ['Show view Rented', null],
      ['Show view B', null],
    ])
    rented?.run()
    expect(filter.now).toEqual({ search: '', labels: ['rented'], match: 'any', conditions: [], outcomes: [] })
    expect(rented?.whyNot()).toBe('Already shown.')
    commands.run('view.show-all')
    expect(filter.isEmpty).toBe(true)
    expect(commands.byId('view.show-all').whyNot()).toBe('All phones are already shown.')
  })
})

describe('going to a phone', () => {
  it('focuses it in the focus view, else makes it current and clears a filter', () => {
    const view = useView()
    const filter = useFilter()
    filter.search = 'Phone a'
    filter.toggleLabel('rented')
    view.goTo('c')
    expect(filter.isEmpty).toBe(true)
    expect(view).toMatchObject({ current: 'c', focused: null, returning: true })
    view.open('a')
    view.goTo('b')
    expect(view.focused).toBe('b')
  })
})
