import type * as KeytarModule from 'keytar'
import { createMemoryVault, type KeyVault } from './key-vault'
import type { Log } from './log'

const service = 'Fleetwall'
// Asked for at the start: reading an entry that does not exist shows whether the keychain answers at all.
const probeAccount = 'probe'
const probeMs = 5000
// A keychain may ask the person for its password.
const personMs = 30_000

type Keytar = typeof KeytarModule

/**
 * The operating system's keychain, or this run's memory where none can be had (no library, no session bus, no answer).
 * Entries are asked for one by one: enumerating crashes on a locked Secret Service.
 */
export async function createKeyringVault(log: Log): Promise<KeyVault> {
  let keytar: Keytar
  try {
    keytar = await loadKeytar()
    await withinTime(keytar.getPassword(service, probeAccount), probeMs)
  } catch (error) {
    log.info({ reason: error instanceof Error ? error.message : String(error) }, 'no keychain')
    return createMemoryVault()
  }
  return {
    lasting: true,
    get: (fleetId) => withinTime(keytar.getPassword(service, fleetId), personMs),
    set: (fleetId, apiKey) => withinTime(keytar.setPassword(service, fleetId, apiKey), personMs),
    remove: async (fleetId) => void (await withinTime(keytar.deletePassword(service, fleetId), personMs)),
  }
}

async function loadKeytar(): Promise<Keytar> {
  const loaded = (await import('keytar')) as Keytar & { default?: Keytar }
  return loaded.default ?? loaded
}

function withinTime<Result>(answer: Promise<Result>, ms: number): Promise<Result> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('the keychain does not answer')), ms)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
