import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createKeyringVault, type Keychain } from '../../../src-main/core/saved-fleets/keyring-vault'
import { createLog } from '../../../src-main/core/base/log'
import { faultOfCall } from '../../core/service/fault-of-call'
import { canaryKey } from '../canary'
import type { Core } from '../core'
import { eventually, within, type Field } from '../field'
import type { Row } from '../row'
import type { SteeredClock } from '../steered-clock'

type Mood = 'answers' | 'locked' | 'fails' | 'hangs'

/** The keychain of a machine; its keys outlive the app. */
function machineKeychain() {
  const kept = new Map<string, string>()
  const changes: string[] = []
  const forbidden: string[] = []
  let mood: Mood = 'answers'
  let late: (() => void)[] = []

  const call = <Result>(run: () => Result) =>
    new Promise<Result>((resolve, reject) => {
      if (mood === 'fails') reject(new Error('the keychain is broken'))
      else if (mood === 'hangs') late.push(() => resolve(run()))
      else resolve(run())
    })
  const known: Keychain = {
    getPassword: (_, account) => call(() => (mood === 'locked' ? null : (kept.get(account) ?? null))),
    setPassword: (_, account, key) =>
      call(() => {
        changes.push(`set ${account}`)
        kept.set(account, key)
      }),
    deletePassword: (_, account) =>
      call(() => {
        changes.push(`delete ${account}`)
        return kept.delete(account)
      }),
  }
  return {
    kept,
    /** Keys that were written and deleted, in order. */
    changes,
    /** Other calls; must stay empty, because enumerating a locked keychain crashes. */
    forbidden,
    becomes: (next: Mood) => (mood = next),
    /** Answers the calls that hang, late. */
    answersLate() {
      mood = 'answers'
      for (const answer of late) answer()
      late = []
    },
    keychain: new Proxy(known, {
      get(target, name) {
        if (name in target) return target[name as keyof Keychain]
        if (name !== 'then') forbidden.push(String(name))
        return undefined
      },
    }),
  }
}

interface Machine extends ReturnType<typeof machineKeychain> {
  host: string
  clock: SteeredClock
  start(load?: () => Promise<Keychain>): Promise<Core>
  add(core: Core): Promise<{ id: string }>
  /** The index of fleets, as stored. */
  index(): Promise<string>
}

const log = createLog(() => undefined, 'silent')

/** A machine on which a row can start the app several times. */
async function onMachine<Result>(field: Field, work: (machine: Machine) => Promise<Result>): Promise<Result> {
  const { host } = await field.server()
  const clock = field.clock()
  const held = machineKeychain()
  const userDataDir = await field.folder()
  const result = await work({
    ...held,
    host,
    clock,
    async start(load = () => Promise.resolve(held.keychain)) {
      const vault = createKeyringVault({ clock, log, load, onProbed: () => undefined })
      return field.core({ host: null, userDataDir, clock, vault })
    },
    add: (core) =>
      core.bridge.call('fleets.add', {
        name: 'Lab',
        baseUrl: `http://${host}`,
        wsBaseUrl: '',
        apiKey: canaryKey,
      }),
    index: () => readFile(join(userDataDir, 'fleets.json'), 'utf8'),
  })
  assert.deepEqual(held.forbidden, [], 'the keychain is never enumerated')
  return result
}

const isReady = (core: Core) => eventually('the fleet is open', () => core.shown.devices.status === 'ready')
/** The fleets that the page shows. */
const names = async (core: Core) => {
  const { fleets } = await core.bridge.call('app.state', {})
  return fleets.fleets.map(({ name, kind }) => `${kind} ${name}`)
}

/** A failed or slow keychain call is reported, leaves nothing half done and can be retried. */
const broken = (mood: 'fails' | 'hangs', on: 'add' | 'open' | 'remove'): Row => ({
  id: `keychain.${mood}-${on}`,
  fault: `the keychain ${mood === 'fails' ? 'fails' : 'does not answer'} while a fleet is ${on === 'add' ? 'added' : on === 'open' ? 'opened' : 'removed'}`,
  run: (field) =>
    onMachine(field, async ({ start, add, becomes, answersLate, clock, kept }) => {
      const core = await start()
      const begun = clock.monotonic()
      const inVain = async (call: () => Promise<unknown>) => {
        becomes(mood)
        const fault = faultOfCall(call())
        if (mood === 'hangs') await field.pass(clock, 31_000, 1000)
        assert.deepEqual(await within('the call fails', fault), { kind: 'keychain', reason: 'failed' })
        answersLate()
        await field.pass(clock, 10, 1)
      }
      if (on === 'add') {
        await inVain(() => add(core))
        assert.deepEqual(await names(core), ['simulated Simulated fleet'])
        assert.equal(kept.size, 0, 'no key stays without a fleet')
        await add(core)
        await isReady(core)
      } else {
        const { id } = await add(core)
        await isReady(core)
        if (on === 'remove') {
          await inVain(() => core.bridge.call('fleets.remove', { id }))
          assert.deepEqual(
            await names(core),
            ['saved Lab', 'simulated Simulated fleet'],
            'the fleet is still listed',
          )
          await core.bridge.call('fleets.remove', { id })
          assert.equal(kept.size, 0)
        } else {
          await core.bridge.call('fleets.open', { id: 'simulated' })
          becomes(mood)
          const opened = core.bridge.call('fleets.open', { id })
          if (mood === 'hangs') await field.pass(clock, 31_000, 1000)
          await within('the fleet is opened', opened)
          await eventually('the fault is shown', () => core.shown.devices.fault?.kind === 'keychain')
          answersLate()
          await core.bridge.call('devices.refresh', {})
          await isReady(core)
        }
      }
      return { recoverMs: clock.monotonic() - begun }
    }),
})

export const keychain: readonly Row[] = [
  {
    id: 'keychain.locked',
    fault: 'the keychain is locked at start, so the key of a known fleet is missing',
    run: (field) =>
      onMachine(field, async ({ start, add, becomes, changes, index, kept, host }) => {
        const before = await start()
        const { id } = await add(before)
        await isReady(before)
        await before.close()
        const written = await index()
        becomes('locked')
        const core = await start()
        const fault = await eventually('the fault is shown', () => core.shown.devices.fault)
        assert.deepEqual(fault, { kind: 'keychain', reason: 'locked' })
        assert.deepEqual(
          await names(core),
          ['saved Lab', 'simulated Simulated fleet'],
          'the fleet stays on the list',
        )
        const account = `${id} http://${host}/v1 ws://${host}`
        assert.deepEqual(changes, [`set ${account}`], 'nothing is overwritten or deleted')
        assert.equal(await index(), written)
        becomes('answers')
        await core.bridge.call('devices.refresh', {})
        await isReady(core)
        assert.equal(kept.get(account), canaryKey)
        return { figure: '0 changes while it was locked' }
      }),
  },
  {
    id: 'keychain.none',
    fault: 'the machine has no keychain',
    run: (field) =>
      onMachine(field, async ({ start, add, changes, index }) => {
        const none = () => Promise.reject(new Error('no session bus'))
        const core = await start(none)
        assert.equal(core.shown.fleets.keychain, false, 'the page knows')
        await add(core)
        await isReady(core)
        assert.deepEqual(await names(core), ['this-run Lab', 'simulated Simulated fleet'])
        await core.close()
        assert.doesNotMatch(await index(), /Lab/)
        assert.deepEqual(changes, [], 'nothing is stored')
        const again = await start(none)
        assert.deepEqual(await names(again), ['simulated Simulated fleet'])
        return { figure: '0 keys stored' }
      }),
  },
  broken('fails', 'add'),
  broken('hangs', 'add'),
  broken('fails', 'open'),
  broken('hangs', 'open'),
  broken('fails', 'remove'),
  broken('hangs', 'remove'),
]
