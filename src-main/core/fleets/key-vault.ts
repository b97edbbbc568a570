/** Where API keys are kept, by the id of their fleet. */
export interface KeyVault {
  /** False when keys are forgotten at the end of this run. */
  readonly lasting: boolean
  /** Whether a keychain still owes an answer: the thread that waits for it would hold up the end of the process. */
  readonly owesAnswer: boolean
  /** @returns null when there is none, which for a saved fleet means that the keychain is locked */
  get(fleetId: string): Promise<string | null>
  set(fleetId: string, apiKey: string): Promise<void>
  remove(fleetId: string): Promise<void>
}

/** Keeps keys for this run only: for machines without a keychain. There is no plain-text fallback. */
export function createMemoryVault(): KeyVault {
  const keys = new Map<string, string>()
  return {
    lasting: false,
    owesAnswer: false,
    get: (fleetId) => Promise.resolve(keys.get(fleetId) ?? null),
    set: (fleetId, apiKey) => Promise.resolve(void keys.set(fleetId, apiKey)),
    remove: (fleetId) => Promise.resolve(void keys.delete(fleetId)),
  }
}
