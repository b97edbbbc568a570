import type * as KeytarModule from 'keytar'
import type { Clock } from '../base/clock'
import { createMemoryVault, type KeyVault } from './key-vault'
import type { Log } from '../base/log'

const service = 'Fleetwall'
// Reading this missing entry at the start shows whether the keychain answers.
const probeAccount = 'probe'
const probeMs = 5000
// A keychain may ask the user for its password.
const personMs = 30_000

/** The operating system's keychain, without `findCredentials`, which crashes on a locked Secret Service. */
export type Keychain = Pick<typeof KeytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeyringOptions {
  clock: Clock
  log: Log
  /** Loads the library. @throws Error when that fails */
  load?: () => Promise<Keychain>
}

/** Opens the operating system's keychain; falls back to this run's memory without library, session bus or answer. */
export async function createKeyringVault({
  clock,
  log,
  load = loadKeytar,
}: KeyringOptions): Promise<KeyVault> {
  let last: Promise<void> = Promise.resolve()
  let owed = 0

  /**
   * Makes one call at a time: each holds one of the process's few threads until the keychain answers. A call that waited
   * longer than `ms` is not made.
   * @param undo reverts a call that succeeded after its timeout
   * @throws Error when there is no answer within `ms`, and the keychain's own errors
   */
  const ask = <Result>(call: () => Promise<Result>, ms: number, undo?: () => Promise<unknown>) =>
    new Promise<Result>((resolve, reject) => {
      let late = false
      const cancelTimer = clock.after(ms, () => {
        late = true
        reject(new Error('the keychain does not answer'))
      })
      const make = async () => {
        if (late) return
        owed += 1
        try {
          resolve(await call())
          if (late) await undo?.()
        } catch (error) {
          reject(error)
        } finally {
          owed -= 1
          cancelTimer()
        }
      }
      last = last.then(make)
    })

  let keychain: Keychain
  try {
    keychain = await load()
    await ask(() => keychain.getPassword(service, probeAccount), probeMs)
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'no keychain')
    return {
      ...createMemoryVault(),
      get owesAnswer() {
        return owed > 0
      },
    }
  }
  const remove = (fleetId: string) => keychain.deletePassword(service, fleetId)
  return {
    lasting: true,
    get owesAnswer() {
      return owed > 0
    },
    get: (fleetId) => ask(() => keychain.getPassword(service, fleetId), personMs),
    // A key that arrives after the timeout must go: no index names it.
    set: (fleetId, apiKey) =>
      ask(
        () => keychain.setPassword(service, fleetId, apiKey),
        personMs,
        () => remove(fleetId),
      ),
    remove: async (fleetId) => void (await ask(() => remove(fleetId), personMs)),
  }
}

async function loadKeytar(): Promise<Keychain> {
  const loaded = (await import('keytar')) as Keychain & { default?: Keychain }
  return loaded.default ?? loaded
}
