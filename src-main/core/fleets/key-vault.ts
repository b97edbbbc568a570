/** Stores API keys by fleet id. */
export interface KeyVault {
  /** False when keys last for this run only. */
  readonly lasting: boolean
  /** Whether a keychain call is unanswered: its thread would delay the end of the process. */
  readonly owesAnswer: boolean
  /** @returns null for no key; for a saved fleet that means a locked keychain */
  get(fleetId: string): Promise<string | null>
  set(fleetId: string, apiKey: string): Promise<void>
  remove(fleetId: string): Promise<void>
}

/** Creates a vault for this run only, for machines without a keychain. Keys are never written in plain text. */
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
