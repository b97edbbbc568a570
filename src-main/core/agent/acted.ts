/** When calls of a grant acted: all its programs share it. */
export interface Acted {
  /** Within the last hour, in ms since the epoch, oldest first. */
  readonly times: readonly number[]
  /** Counts one action. @returns takes it back, once */
  add(): () => void
}

/** Counts nothing: for a program without a limit. */
export const unlimited: Acted = { times: [], add: () => () => undefined }
