/** Stores API keys in the operating system's keychain, by account: a fleet's id and the hosts that its key is for. */
export interface KeyVault {
  /** Whether the keychain answered last. */
  readonly lasting: boolean
  /** Whether a keychain call is unanswered: its thread would delay the end of the process. */
  readonly owesAnswer: boolean
  /** Asks whether there is a keychain that answers, again after it did not. */
  answers(): Promise<boolean>
  /** @returns null for no key; for a saved fleet that means a locked keychain */
  get(account: string): Promise<string | null>
  set(account: string, apiKey: string): Promise<void>
  remove(account: string): Promise<void>
}
