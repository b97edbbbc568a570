/** What a computer's administrator has decided. A switch that is left out, or true, changes nothing. */
export interface Policy {
  /** Of the policy's file. */
  path: string
  updates?: boolean | undefined
  browserShell?: boolean | undefined
  clipboardSync?: boolean | undefined
  recording?: boolean | undefined
  /** Whether rules may call addresses. */
  callAddresses?: boolean | undefined
  /** Whether programs and agents may connect. */
  door?: boolean | undefined
  /** Fleets to choose from when one is added; their keys are each person's own. */
  fleets?: { name: string; baseUrl: string; wsBaseUrl?: string | undefined }[] | undefined
  proxy?: string | undefined
}

/** The switches that are off, in the order of the file's description. */
export const switchesOff = (policy: Policy) =>
  (['updates', 'browserShell', 'clipboardSync', 'recording', 'callAddresses', 'door'] as const).filter(
    (name) => policy[name] === false,
  )
