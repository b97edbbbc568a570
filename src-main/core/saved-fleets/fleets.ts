import { randomUUID } from 'node:crypto'
import type { CallParams } from '../../../src-shared/bridge/contract'
import type { FleetsState, FleetSummary } from '../../../src-shared/features/fleets-state'
import { FaultError, faultOf } from '../../../src-shared/protocol/fault'
import { scopeNamed } from '../../../src-shared/protocol/scope'
import type { Clock } from '../time/clock'
import { createDeviceApi } from '../service/device-api'
import type { FleetAccess } from './fleet-address'
import { checkedKey, fleetAddress } from './fleet-address'
import type { FleetIndexFile, SavedFleet } from './fleet-index'
import { createHttpClient, type HttpClient } from '../service/http-client'
import type { KeyVault } from './key-vault'
import type { Route } from '../service/route'
import type { Log } from '../base/log'
import type { SimulatorHost } from './simulator-host'

export const simulatedId = 'simulated'
const environmentId = 'environment'

/** The fleets a user has, and their keys. */
export interface Fleets {
  readonly state: FleetsState
  /** The fleets that the person added. */
  readonly added: readonly SavedFleet[]
  /** The fleet that the app opens with. */
  readonly activeId: string
  /** Returns undefined for an unknown id. */
  summaryOf(id: string): FleetSummary | undefined
  /** Returns the id of the fleet with this name, or this host and port; null for none. */
  idNamed(name: string): string | null
  /**
   * Checks address and key against the service, then saves them.
   * @returns the new fleet's id
   * @throws FaultError `fleet-known` when this address and key are saved already; the faults of service and keychain
   */
  add(fleet: CallParams<'fleets.add'>): Promise<string>
  /**
   * Renames an added fleet and replaces its key, which is checked against the service first. Null keeps the key.
   * @throws FaultError as `add` does; a key that is refused changes nothing
   */
  change(change: CallParams<'fleets.change'>): Promise<void>
  /** Moves an added fleet so many places later in the list, as far as there are any. @throws FaultError for an unknown id */
  move(id: string, places: number): void
  /** @throws FaultError `keychain` when it does not give the key of a saved fleet */
  access(id: string): Promise<FleetAccess>
  /** @throws FaultError for an unknown id */
  setActive(id: string): void
  /** Forgets a fleet and its key, or neither. @throws FaultError */
  remove(id: string): Promise<void>
}

export interface FleetsOptions {
  index: FleetIndexFile
  vault: KeyVault
  simulator: SimulatorHost
  environment: FleetAccess | null
  /** The way to every fleet but the simulated one. */
  route: Route
  clock: Clock
  /** In [0, 1). */
  random: () => number
  log: Log
}

export function loadFleets({
  index,
  vault,
  simulator,
  environment,
  route,
  clock,
  random,
  log,
}: FleetsOptions): Fleets {
  const { fleets: saved, activeId: lastActive } = index.read()
  // Without a keychain fleets are not saved either: they would return without a key.
  const thisRun: (SavedFleet & { apiKey: string })[] = []
  let activeId = firstActive()
  let lastAdd: Promise<unknown> = Promise.resolve()

  function firstActive(): string {
    if (environment) return environmentId
    return saved.some(({ id }) => id === lastActive) && lastActive !== null ? lastActive : simulatedId
  }

  const summaries = (): FleetSummary[] => [
    ...(environment
      ? [summary({ id: environmentId, name: hostOf(environment.baseUrl), ...environment }, 'environment')]
      : []),
    ...saved.map((fleet) => summary(fleet, 'saved')),
    ...thisRun.map((fleet) => summary(fleet, 'this-run')),
    { id: simulatedId, name: 'Simulated fleet', baseUrl: '', kind: 'simulated' },
  ]

  const summaryOf = (id: string) => summaries().find((fleet) => fleet.id === id)

  const write = () => {
    // The environment's fleet is for this run only.
    const next = environment ? lastActive : activeId
    return index.write({ fleets: saved, activeId: saved.some(({ id }) => id === next) ? next : null })
  }

  const known = (id: string) => {
    const fleet = [...saved, ...thisRun].find((candidate) => candidate.id === id)
    if (!fleet) throw noSuchFleet()
    return fleet
  }

  const keyOf = async (fleet: SavedFleet) =>
    thisRun.find(({ id }) => id === fleet.id)?.apiKey ?? (await keychain(vault.get(accountOf(fleet))))

  const refuseKnown = async (baseUrl: string, key: string) => {
    for (const fleet of [...saved, ...thisRun].filter((one) => one.baseUrl === baseUrl)) {
      if ((await keyOf(fleet)) !== key) continue
      throw new FaultError({ kind: 'fleet-known', name: fleet.name })
    }
  }

  const addOne = async ({ name, baseUrl, wsBaseUrl, apiKey }: CallParams<'fleets.add'>) => {
    const address = fleetAddress(baseUrl, wsBaseUrl)
    const key = checkedKey(apiKey)
    await refuseKnown(address.baseUrl, key)
    const http = createHttpClient(address.baseUrl, key, { clock, random, route })
    await checkAccess(http)
    const fleet = { id: randomUUID(), name: name.trim() || hostOf(address.baseUrl), ...address }
    if (!(await vault.answers())) {
      thisRun.push({ ...fleet, apiKey: key })
      return fleet.id
    }
    await keychain(vault.set(accountOf(fleet), key))
    saved.push(fleet)
    try {
      write()
    } catch (error) {
      // Without the index nothing could find the key again.
      saved.pop()
      await keychain(vault.remove(accountOf(fleet)))
      throw error
    }
    return fleet.id
  }

  return {
    get state() {
      return { fleets: summaries(), activeId, elsewhere: [], keychain: vault.lasting }
    },
    get added() {
      return [...saved, ...thisRun].map(({ id, name, baseUrl, wsBaseUrl }) => ({
        id,
        name,
        baseUrl,
        wsBaseUrl,
      }))
    },
    get activeId() {
      return activeId
    },
    summaryOf,
    idNamed(name) {
      const all = summaries()
      const found =
        all.find((fleet) => fleet.name === name) ??
        all.find(({ baseUrl }) => baseUrl !== '' && hostOf(baseUrl) === name)
      return found?.id ?? null
    },
    add(fleet) {
      // One at a time, so that the second add of one fleet sees the first.
      const added = lastAdd.then(() => addOne(fleet))
      lastAdd = added.catch(() => undefined)
      return added
    },
    async change({ id, name, apiKey }) {
      const fleet = known(id)
      if (apiKey !== null) {
        const key = checkedKey(apiKey)
        if ((await keyOf(fleet)) !== key) await refuseKnown(fleet.baseUrl, key)
        await checkAccess(createHttpClient(fleet.baseUrl, key, { clock, random, route }))
        const ofThisRun = thisRun.find((one) => one.id === id)
        if (ofThisRun) ofThisRun.apiKey = key
        else await keychain(vault.set(accountOf(fleet), key))
      }
      fleet.name = name.trim() || fleet.name
      if (saved.includes(fleet)) write()
    },
    move(id, places) {
      const fleet = known(id)
      const isSaved = saved.includes(fleet)
      const list: SavedFleet[] = isSaved ? saved : thisRun
      const before = [...list]
      const [moved] = list.splice(list.indexOf(fleet), 1)
      const at = Math.min(Math.max(before.indexOf(fleet) + places, 0), list.length)
      if (moved) list.splice(at, 0, moved)
      if (!isSaved) return
      try {
        write()
      } catch (error) {
        list.splice(0, list.length, ...before)
        throw error
      }
    },
    async access(id) {
      if (id === simulatedId) return simulator.access()
      if (id === environmentId && environment) return { ...environment, route }
      const fleet = known(id)
      const { baseUrl, wsBaseUrl } = fleet
      const apiKey = await keyOf(fleet)
      if (apiKey === null) throw new FaultError({ kind: 'keychain', reason: 'locked' })
      return { baseUrl, wsBaseUrl, apiKey, route }
    },
    setActive(id) {
      if (!summaryOf(id)) throw noSuchFleet()
      activeId = id
      // A failed write must not keep the fleet from opening.
      try {
        write()
      } catch (error) {
        log.warn({ err: error }, 'open fleet not saved')
      }
    },
    async remove(id) {
      const fleet = known(id)
      const isSaved = saved.includes(fleet)
      // The key first: if that fails, the fleet stays in the list for another attempt.
      if (isSaved) await keychain(vault.remove(accountOf(fleet)))
      const list: SavedFleet[] = isSaved ? saved : thisRun
      list.splice(list.indexOf(fleet), 1)
      if (activeId === id) activeId = simulatedId
      if (isSaved) write()
    },
  }
}

async function keychain<Result>(answer: Promise<Result>): Promise<Result> {
  try {
    return await answer
  } catch {
    throw new FaultError({ kind: 'keychain', reason: 'failed' })
  }
}

const noSuchFleet = () => new FaultError({ kind: 'internal', detail: 'no such fleet' })

/** The keychain's account: a key is found only for the addresses that it was added for. */
const accountOf = ({ id, baseUrl, wsBaseUrl }: SavedFleet) => `${id} ${baseUrl} ${wsBaseUrl}`

const hostOf = (baseUrl: string) => new URL(baseUrl).host

function summary({ id, name, baseUrl }: SavedFleet, kind: FleetSummary['kind']): FleetSummary {
  return { id, name, baseUrl, kind }
}

async function checkAccess(http: HttpClient): Promise<void> {
  try {
    // The user is watching and can retry.
    await createDeviceApi(http).devices({ once: true })
  } catch (thrown) {
    // The service knows the key: it may be for streams and control alone (spec 5, rule 7).
    const fault = faultOf(thrown)
    const isKnown =
      fault.kind === 'problem' && fault.code === 'forbidden' && scopeNamed(fault.detail) === 'read'
    if (!isKnown) throw thrown
  } finally {
    http.close()
  }
}
