import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import type { OwnWindow } from '../../../src-shared/bridge/own-window-schema'
import { createCommands, type Commands } from '../../../src-renderer/commands/commands'
import { reservationOf } from '../../../src-renderer/commands/shortcuts/shortcut-rules'
import { hostKey } from '../../../src-renderer/host/use-host'
import { useDevices } from '../../../src-renderer/stores/devices'
import { useFilter } from '../../../src-renderer/stores/filter'
import { useFleets } from '../../../src-renderer/stores/fleets'
import { usePreferences } from '../../../src-renderer/stores/preferences'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useSelection } from '../../../src-renderer/stores/selection'
import { useView } from '../../../src-renderer/stores/view'
import { fakeBridge, fakeHost } from '../fake-host'
import { fakeDevice, fakeTile } from '../fake-phone'

let told: [string, unknown][]
let picked: string[]
let opened: OwnWindow[]
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
  it('never have the same shortcut where two of them can be run at the same time', () => {
    const places = ['wall', 'focus'] as const
    for (const place of places) {
      const here = commands.all.filter((command) => ['anywhere', 'main', place].includes(command.place))
      const shortcuts = here.flatMap((command) => command.shortcuts)
      expect(shortcuts).toHaveLength(new Set(shortcuts).size)
    }
  })

  it('say of a switch whether it is on, and of no other command', () => {
    const on = () => commands.all.filter(({ isOn }) => isOn() === true).map(({ id }) => id)
    expect(commands.byId('phone.home').isOn()).toBeNull()
    expect(on()).toEqual([])
    const switches = commands.all.filter(({ isOn }) => isOn() !== null)
    useSelection().select(['a', 'b'])
    for (const { run } of switches) run()
    expect(on()).toEqual(['view.rail', 'view.inspector', 'view.pace', 'phone.clipboard-sync', 'phone.mirror'])
    useView().open('a')
    expect(on()).toContain('view.strip')
  })

  it('switch the clipboards for every window, and say how the core has it', () => {
    const { isOn, run } = commands.byId('phone.clipboard-sync')
    expect(isOn()).toBe(false)
    run()
    expect(usePreferences().unsent).toEqual({ clipboardSync: true })
    usePreferences().sent({ clipboardSync: true })
    usePreferences().replace({ ...usePreferences().now, clipboardSync: false })
    expect(isOn()).toBe(false)
  })

  it('have no shortcut of their own that is needed for something else', () => {
    for (const platform of ['linux', 'win32', 'darwin'] as const) {
      const taken = commands.all.flatMap(({ ownShortcuts }) =>
        ownShortcuts.filter((shortcut) => reservationOf(shortcut, platform)),
      )
      expect(taken, platform).toEqual([])
    }
  })

  it('have the shortcuts that the user has given them', () => {
    const inspector = commands.byId('view.inspector')
    usePreferences().change({ shortcuts: { 'view.inspector': ['f4'] } })
    expect([inspector.shortcuts, inspector.ownShortcuts]).toEqual([['f4'], ['i']])
    expect(commands.byId('view.search').shortcuts).toEqual(['mod+f', '/'])
  })

  it('open the phone at hand in its own window, in the proportions of its screen', () => {
    vi.stubGlobal('screen', { availWidth: 1920, availHeight: 1080 })
    useTiles().update(fakeTile('b', { snapshot: { width: 1000, height: 1000 } }))
    commands.run('phone.own-window')
    vi.unstubAllGlobals()
    expect(opened).toEqual([{ publicId: 'b', width: 860, height: 900 }])
  })

  it('are those alone in a phone’s own window that can be run there', () => {
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
    expect(commands.byId('view.back').whyNot()).toBe('Only in the window of the wall.')
    expect(commands.all.filter(({ whyNot }) => whyNot()?.includes('window'))).toEqual([])
  })

  it('say why they cannot be run now', () => {
    const { whyNot } = commands.byId('view.back')
    expect(whyNot()).toBe('Only while a phone is open large.')
    useView().open('a')
    expect(whyNot()).toBeNull()
    expect(commands.byId('view.fit').whyNot()).toBe('Only on the wall: a phone is open large.')
  })

  it('are about the phone at hand: the large one, or the one that the arrow keys move from', () => {
    commands.run('phone.push')
    useView().open('c')
    commands.run('phone.push')
    commands.run('phone.push', 'a')
    useSelection().select(['a', 'b'])
    commands.run('phone.push', 'a')
    commands.run('phone.push')
    expect(picked).toEqual(['b', 'c', 'a', 'a b', 'c'])
  })

  it('tell the phones that they would be done on: the one at hand, or the selection that it is in', () => {
    const targets = () =>
      (['phone.open', 'phone.push', 'phone.home', 'app.about'] as const).map((id) =>
        commands.byId(id).targets(),
      )
    expect(targets()).toEqual([['b'], ['b'], ['b'], []])
    useSelection().select(['a', 'b'])
    expect(targets()).toEqual([['b'], ['a', 'b'], ['a', 'b'], []])
    useSelection().select(['a', 'c'])
    expect(targets()).toEqual([['b'], ['b'], ['b'], []])
    useView().current = null
    expect(targets()).toEqual([[], [], [], []])
  })

  it('name the scope that the key lacks, and the state that is missing', () => {
    const { whyNot } = commands.byId('phone.home')
    expect(whyNot()).toBeNull()
    useTiles().update(fakeTile('b', { state: 'offline' }))
    expect(whyNot()).toBe('The phone is offline.')
    useFleets().scopes = { ...useFleets().scopes, control: 'missing' }
    expect(whyNot()).toBe('Not available: this key lacks scope control')
    useView().current = null
    expect(whyNot()).toBe('There is no phone at hand.')
  })

  it('pick no files for phones of which none can have one', () => {
    const { whyNot } = commands.byId('phone.push')
    expect(whyNot()).toBeNull()
    useTiles().update(fakeTile('b', { state: 'offline' }))
    expect(whyNot()).toBe('Phone b is offline now: no file can be sent to it.')
    useSelection().select(['a', 'b'])
    expect(whyNot()).toBeNull()
  })

  it('offer what helps a phone only where it would help', () => {
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

  it('go to the next and the previous phone as the wall shows them, round and round', () => {
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

  it('open and forget each fleet that is there, and only what can be forgotten', () => {
    const fleet = (id: string, kind: 'saved' | 'simulated') => ({ id, name: id, baseUrl: '', kind })
    useFleets().replace({
      fleets: [fleet('Lab', 'saved'), fleet('Sim', 'simulated')],
      activeId: 'Sim',
      keychain: true,
    })
    expect(commands.ofFleets().map(({ title, whyNot }) => [title(), whyNot()])).toEqual([
      ['Open fleet Lab', null],
      ['Forget Lab…', null],
      ['Open fleet Simulated fleet', 'It is open.'],
    ])
  })
})

describe('the saved views of the fleet', () => {
  it('are commands, which say where they are shown already', () => {
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
    expect(filter.now).toEqual({ search: '', labels: ['rented'], conditions: [] })
    expect(rented?.whyNot()).toBe('It is shown.')
    commands.run('view.show-all')
    expect(filter.isEmpty).toBe(true)
    expect(commands.byId('view.show-all').whyNot()).toBe('All phones are shown.')
  })
})

describe('going to a phone', () => {
  it('brings it large where one is large, and else as the tile at hand, also where the filter hides it', () => {
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
