import type { KeyVault } from '../../../src-main/core/saved-fleets/key-vault'

/** A keychain in memory. @param isThere false for a machine without one: every call fails */
export function createMemoryVault(isThere: boolean): KeyVault & { keys: Map<string, string> } {
  const keys = new Map<string, string>()
  const call = <Result>(result: () => Result) =>
    isThere ? Promise.resolve(result()) : Promise.reject<Result>(new Error('there is no keychain'))
  return {
    keys,
    lasting: isThere,
    owesAnswer: false,
    answers: () => Promise.resolve(isThere),
    get: (account) => call(() => keys.get(account) ?? null),
    set: (account, apiKey) => call(() => void keys.set(account, apiKey)),
    remove: (account) => call(() => void keys.delete(account)),
  }
}
