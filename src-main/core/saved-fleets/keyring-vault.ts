import type * as KeytarModule from 'keytar'
import type { Clock } from '../time/clock'
import type { KeyVault } from './key-vault'
import type { Log } from '../base/log'

const service = 'Fleetwall'
// Reading this missing entry shows whether the keychain answers.
const probeAccount = 'probe'
const probeMs = 5000
// A keychain may ask the user for its password.
const personMs = 30_000

/** The operating system's keychain, without `findCredentials`, which crashes on a locked Secret Service. */
export type Keychain = Pick<typeof KeytarModule, 'getPassword' | 'setPassword' | 'deletePassword'>

export interface KeyringOptions {
  clock: Clock
  log: Log
  /** Called when it is known whether the keychain answers. */
  onProbed: () => void
  /** Loads the library. @throws Error when that fails */
  load?: () => Promise<Keychain>
}

/**
 * Opens the operating system's keychain without waiting for it: there may be no library, no session bus, or a keychain
 * that answers late or never.
 */
export function createKeyringVault({ clock, log, onProbed, load = loadKeytar }: KeyringOptions): KeyVault {
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

  let keychain: Keychain | null = null
  let probe: Promise<boolean> | null = null
  const probeOnce = async () => {
    try {
      const loaded = await load()
      await ask(() => loaded.getPassword(service, probeAccount), probeMs)
      keychain = loaded
      log.info('the keychain answers')
    } catch (error) {
      keychain = null
      log.info({ reason: error instanceof Error ? error.message : String(error) }, 'no keychain')
    }
    onProbed()
    return keychain !== null
  }
  const answers = async () => {
    if (keychain) return true
    probe ??= probeOnce().finally(() => (probe = null))
    return probe
  }
  /** @throws Error without a keychain */
  const using = async <Result>(work: (found: Keychain) => Promise<Result>) => {
    if (!keychain) await answers()
    if (!keychain) throw new Error('there is no keychain')
    return work(keychain)
  }

  void answers()
  return {
    get lasting() {
      return keychain !== null
    },
    get owesAnswer() {
      return owed > 0
    },
    answers,
    get: (account) => using((found) => ask(() => found.getPassword(service, account), personMs)),
    set: (account, apiKey) =>
      using((found) =>
        ask(
          () => found.setPassword(service, account, apiKey),
          personMs,
          // A key that arrives after the timeout must go: no index names it.
          () => found.deletePassword(service, account),
        ),
      ),
    remove: (account) =>
      using(async (found) => void (await ask(() => found.deletePassword(service, account), personMs))),
  }
}

async function loadKeytar(): Promise<Keychain> {
  const loaded = (await import('keytar')) as Keychain & { default?: Keychain }
  return loaded.default ?? loaded
}
