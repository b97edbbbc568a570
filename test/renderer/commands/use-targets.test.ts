import { createPinia, setActivePinia } from 'pinia'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createApp } from 'vue'
import { createCommands } from '../../../src-renderer/app/commands/commands'
import { hostKey } from '../../../src-renderer/host/use-host'
import { useArrangement } from '../../../src-renderer/stores/arrangement'
import { useConnection } from '../../../src-renderer/stores/connection'
import { useDevices } from '../../../src-renderer/stores/devices'
import { useDialogs } from '../../../src-renderer/stores/dialogs'
import { useFilter } from '../../../src-renderer/stores/filter'
import { useFleets } from '../../../src-renderer/stores/fleets'
import { useOutcomes } from '../../../src-renderer/stores/outcomes'
import { useSelection } from '../../../src-renderer/stores/selection'
import { noOutcome } from '../../../src-shared/features/outcomes-state'
import { useTiles } from '../../../src-renderer/stores/tiles'
import { useView } from '../../../src-renderer/stores/view'
import type { Bridge } from '../../../src-shared/bridge/connect'
import type { TileState } from '../../../src-shared/features/tile-state'
import { baseState } from '../../gallery/fixtures'
import { fakeBridge, fakeHost } from '../fake-host'
import { fakeDevice, fakeTile } from '../fake-phone'

const phones = ['phone-1', 'phone-2', 'phone-3', 'phone-4']
const [one, two, three, four] = phones as [string, string, string, string]

/** Each command is available on phones of one of these states. */
const states: Record<string, Partial<TileState>> = {
  live: {},
  'taken over': { control: 'taken' },
  parked: { state: 'parked' },
  automated: { state: 'automation', job: { kind: null, status: 'queued' } },
  interrupted: { interruption: { times: 1, retryAt: 0 } },
}

/** A wall of four phones in this state, of which the fourth is the current tile. */
function page(over: Partial<TileState>) {
  setActivePinia(createPinia())
  vi.stubGlobal('screen', { availWidth: 1920, availHeight: 1080 })
  const { fleets, scopes, vocabulary } = baseState()
  useFleets().replace(fleets)
  useFleets().scopes = scopes
  useConnection().vocabularyState = vocabulary
  const devices = phones.map((id) => fakeDevice(id, { dashboard_url: `https://example.com/${id}` }))
  useDevices().replace({ status: 'ready', devices, fault: null })
  useTiles().replace(phones.map((id, at) => fakeTile(id, { tile: at + 1, ...over })))
  useView().current = four

  const done: unknown[] = []
  const note = (...what: unknown[]) => void done.push(what)
  const call = ((...what: unknown[]) => {
    note(...what)
    // What the answer would do is of no interest here.
    return new Promise<never>(() => undefined)
  }) as Bridge['call']
  const host = fakeHost({
    bridge: fakeBridge({ call, tell: note }),
    openOwnWindow: note,
    openAddress: note,
  })
  const app = createApp({})
  app.provide(hostKey, host)
  const commands = app.runWithContext(() =>
    createCommands(host, { focusSearch: () => undefined, pickFiles: note }),
  )
  /** All that a command can have changed or asked for, as text. */
  const outcome = () => {
    const { focused, comparedWith, keyboardWanted } = useView()
    useDialogs().find('confirm')?.run()
    const { pinned, viewOnly, used } = useArrangement().now
    const seen = { done, dialogs: useDialogs().$state, focused, comparedWith, keyboardWanted }
    return JSON.stringify({ ...seen, pinned, viewOnly, used })
  }
  return { commands, done, outcome }
}

afterEach(() => void vi.unstubAllGlobals())

const ids = page({})
  .commands.bindable()
  .map(({ id }) => id)
const commandsIn = ({ commands }: ReturnType<typeof page>) => commands.bindable()

describe('a command that names no phone', () => {
  it.each(ids)('acts on the selection, never on a current tile beside it: %s', (id) => {
    let ran = 0
    for (const [state, over] of Object.entries(states)) {
      const now = page(over)
      // Clicked in another order than they stand in.
      useSelection().select([three, one, two])
      const flow = { name: 'Log in', verdict: 'failed', run: 'r', at: 1 } as const
      const outcomes = [one, two, three, four].map((publicId) => ({ publicId, ...noOutcome, flow }))
      useOutcomes().take({ type: 'outcomes', outcomes })
      const command = commandsIn(now).find((each) => each.id === id)
      if (!command || command.place === 'focus') return
      expect(command.targets(), state).not.toContain(four)
      if (command.whyNot() !== null) continue
      ran++
      vi.stubGlobal('document', { activeElement: null, querySelectorAll: () => [] })
      vi.stubGlobal('navigator', { clipboard: { writeText: () => new Promise(() => undefined) } })
      command.run()
      vi.stubGlobal('document', undefined)
      expect(now.outcome(), state).not.toContain(four)
    }
    const needsMore =
      /^(?:work|fleet|window|flow\.check|view\.(?:compare|clear-search|show-all|save|outcomes|select-outcomes))/
    if (!needsMore.test(id)) expect(ran).toBeGreaterThan(0)
  })

  it('acts on one phone: the selection’s current tile, else its first on the wall', () => {
    const { commands } = page({})
    const targets = () =>
      (['phone.open', 'phone.type', 'flow.record'] as const).map((id) => commands.byId(id).targets())
    expect(targets()).toEqual([[four], [four], [four]])
    useSelection().select([three, two])
    expect(targets()).toEqual([[two], [two], [two]])
    useView().current = three
    expect(targets()).toEqual([[three], [three], [three]])
    useFilter().search = 'phone-4'
    useView().current = four
    expect(targets()[0]).toEqual([three])
  })

  it('acts on what the focus view shows, in Compare on both', () => {
    const { commands } = page({})
    useSelection().select([one, two])
    useView().open(three)
    expect(commands.byId('phone.home').targets()).toEqual([three])
    useView().compare(three, four)
    expect(commands.byId('phone.home').targets()).toEqual([three, four])
    expect(commands.byId('phone.type').targets()).toEqual([three])
  })

  it('acts on those of the selection that offer it', () => {
    const { commands, done } = page({})
    for (const id of [one, three, four]) useTiles().update(fakeTile(id, { state: 'parked' }))
    useSelection().select([one, two, three])
    commands.run('phone.try-again')
    expect(done).toEqual([
      ['stream.retry', { publicId: one }],
      ['stream.retry', { publicId: three }],
    ])
    useSelection().select([two])
    expect(commands.byId('phone.try-again').whyNot()).toBe('Nothing to retry on this phone.')
    expect(commands.byId('phone.try-again').whyNot(one)).toBeNull()
  })

  it('moves the selection together', () => {
    const { commands } = page({})
    useSelection().select([one, two, three])
    commands.run('view.move-later')
    expect(useFilter().shownIds).toEqual([four, one, two, three])
  })

  it('tells of its targets whether it is on', () => {
    const { commands } = page({})
    const isOn = () =>
      (['phone.pin', 'phone.view-only'] as const).map((id) => commands.byId(id).isOn() === true)
    useArrangement().togglePins([four])
    useArrangement().toggleViewOnly([four])
    expect(isOn()).toEqual([true, true])
    useSelection().select([one, two])
    expect(isOn()).toEqual([false, false])
    useArrangement().togglePins([one, two])
    useArrangement().toggleViewOnly([one, two])
    expect(isOn()).toEqual([true, true])
  })
})
