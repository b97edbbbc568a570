/** Why a step failed: its message is one sentence. */
export class StepFailure extends Error {
  override readonly name = 'StepFailure'
  readonly expected: string | null
  readonly seen: string | null

  constructor(message: string, expected: string | null = null, seen: string | null = null) {
    super(message)
    this.expected = expected
    this.seen = seen
  }
}

/** The run may not spend more: of `--max-actions`, or of a daily budget. Ends the whole run. */
export class LimitReached extends Error {
  override readonly name = 'LimitReached'
}

/** The run, or this flow, was stopped. */
export class Stopped extends Error {
  override readonly name = 'Stopped'
  /**
   * `stop`: by a person; `timeout`: the flow's time is up; `steps`: it has too many; `away`: the phone is; `refused`: the key
   * was
   */
  readonly why: 'stop' | 'timeout' | 'steps' | 'away' | 'refused'

  constructor(why: Stopped['why'], message: string) {
    super(message)
    this.why = why
  }
}
