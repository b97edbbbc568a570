import type * as KeytarModule from 'keytar'
import type { Clock } from '../base/clock'
import { createMemoryVault, type KeyVault } from './key-vault'
import type { Log } from '../base/log'

const service = 'Fleetwall'
// Asked for at the start: reading an entry that does not exist shows whether the keychain answers at all.
const probeAccount = 'probe'
const probeMs = 5000
// A keychain may ask the person for its password.
const personMs = 30_000

/** The operating system's keychain. What enumerates it is left out: that crashes on a locked Secret Service. */
export type Keychain = Pick<typeof KeytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeyringOptions {
  clock: Clock
  log: Log
  /** Loads the library. @throws where it is not to be had */
  load?: () => Promise<Keychain>
}

/** The operating system's keychain, or this run's memory where none can be had (no library, no session bus, no answer). */
export async function createKeyringVault({
  clock,
  log,
  load = loadKeytar,
}: KeyringOptions): Promise<KeyVault> {
  let last: Promise<void> = Promise.resolve()
  let owed = 0

  /**
   * One call after the other: each holds a thread until the keychain answers, and the process has few. One that waits too
   * long is not made any more.
   * @param undo takes back what was done when the answer comes too late to be believed
   * @throws Error when there is no answer within `ms`, and what the keychain throws
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
    // A key that was refused as too late must not be there after all: no index names it.
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
