import type { Clock } from '../../time/clock'
import { innerEnv } from '../language/env'
import { fill } from '../language/evaluate'
import type { Env, FlowBody, Step } from '../language/flow'
import type { Names } from '../language/template'
import { sayWhy, startOf, type Why } from '../on-phone/say-why'
import { reasons } from '../on-phone/reasons'
import { LimitReached, Stopped } from '../on-phone/step-failure'
import { commandNamed } from '../commands/commands'
import { CaseFailed, type InnerSteps, type StepContext } from '../commands/step-context'
import { masked, type Conceal } from './conceal'
import type { StepResult, StepState } from './run-result'

// A flow that never ends is stopped.
const mostSteps = 50_000
// Of 200 phones, all steps would fill the memory.
const mostKept = 1000
const longestTitle = 200

export interface StepRunnerOptions {
  context: Omit<StepContext, 'inner' | 'pictures' | 'tell'>
  clock: Clock
  /** Asked before each step; resolves when it may begin. @throws Stopped */
  mayGoOn: () => Promise<void>
  conceal: Conceal
  onStarted: (step: Pick<StepResult, 'number' | 'depth' | 'title'>) => void
  onEnded: (step: StepResult) => void
}

/** Does the steps of one case in their order, and keeps what came of the last ones. */
export class StepRunner {
  readonly #options: StepRunnerOptions
  readonly #beganAt: number
  readonly #results: StepResult[] = []
  /** Ends each step that has begun and not ended, by its number. */
  readonly #open = new Map<number, (state: StepState, why: Why | null) => void>()
  #number = 0

  constructor(options: StepRunnerOptions) {
    this.#options = options
    this.#beganAt = options.clock.monotonic()
  }

  /** What came of the steps that ended last, by their numbers. @param most at most 1000 */
  results(most = mostKept): readonly StepResult[] {
    return this.#results.slice(-most).sort((a, b) => a.number - b.number)
  }

  /** Runs a body; `onFlowComplete` also after a failure. @throws CaseFailed, LimitReached, Stopped */
  async run(body: FlowBody, depth = 0): Promise<void> {
    let isStopped = false
    try {
      await this.#all(body.onFlowStart, depth)
      await this.#all(body.steps, depth)
    } catch (thrown) {
      isStopped = !(thrown instanceof CaseFailed)
      throw thrown
    } finally {
      if (!isStopped) await this.#all(body.onFlowComplete, depth)
    }
  }

  /** Ends the steps that the end of the case interrupts, the innermost first. */
  endOpen(stopped: Stopped): void {
    for (const end of [...this.#open.values()].reverse()) end(...endOf(stopped))
  }

  async #all(steps: readonly Step[], depth: number): Promise<void> {
    for (const step of steps) await this.#one(step, depth)
  }

  async #one(step: Step, depth: number): Promise<void> {
    const { context, clock, mayGoOn, conceal, onStarted, onEnded } = this.#options
    await mayGoOn()
    if (this.#number === mostSteps) throw new Stopped('steps', reasons.tooManySteps({ most: mostSteps }))
    const number = ++this.#number
    const startedAt = clock.monotonic()
    const title = titleOf(step, context.names, conceal)
    onStarted({ number, depth, title })
    // Those of steps inside are their own.
    const pictures: string[] = []
    let told: string | null = null
    const end = (state: StepState, why: Why | null = null) => {
      // A stop at once has ended it before the phone answered.
      if (!this.#open.delete(number)) return
      const result: StepResult = {
        number,
        depth,
        title,
        place: step.place,
        state,
        atMs: Math.round(startedAt - this.#beganAt),
        ms: Math.round(clock.monotonic() - startedAt),
        message: why?.message ?? told,
        expected: why?.expected ?? null,
        seen: why?.seen ?? null,
        pictures,
      }
      this.#results.push(result)
      if (this.#results.length === 2 * mostKept) this.#results.splice(0, mostKept)
      onEnded(result)
    }
    this.#open.set(number, end)
    try {
      const done = await commandNamed(step.command).run(step, {
        ...context,
        pictures,
        tell: (message) => (told = startOf(conceal(message), longestTitle)),
        inner: this.#inside(depth + 1),
      })
      end(done === false ? 'skipped' : 'passed')
    } catch (thrown) {
      const stopped = stopOf(thrown, context.stop)
      if (stopped) {
        end(...endOf(stopped))
        throw stopped
      }
      const why = thrown instanceof CaseFailed ? thrown.why : this.#whyOf(thrown)
      end(step.optional ? 'warned' : 'failed', why)
      if (step.optional) return
      throw thrown instanceof CaseFailed ? thrown : new CaseFailed(step, title, why)
    }
  }

  /** Says why a step failed, and of a phone that is away why it is. */
  #whyOf(thrown: unknown): Why {
    const why = sayWhy(thrown, this.#options.conceal)
    const { name, reason } = this.#options.context.phone.standing
    const isUnsaid = name === 'away' && !why.message.includes(reason)
    return isUnsaid ? { ...why, message: `${why.message} ${reason}` } : why
  }

  #inside(depth: number): InnerSteps {
    return {
      mayGoOn: this.#options.mayGoOn,
      steps: (steps) => this.#all(steps, depth),
      body: (body, env) => this.#with(body.env, env, () => this.run(body, depth)),
    }
  }

  /** Sets names for a while, as `innerEnv` does. */
  async #with(header: Env, env: Env, run: () => Promise<void>): Promise<void> {
    const { names } = this.#options.context
    const outside = names.env
    names.env = innerEnv(env, header, names)
    try {
      await run()
    } finally {
      names.env = outside
    }
  }
}

function titleOf({ label, summary }: Step, names: Names, conceal: Conceal): string {
  const title = label ?? summary
  try {
    return startOf(conceal(fill(title, masked(names))), longestTitle)
  } catch {
    return startOf(title.source, longestTitle)
  }
}

const plain = (message: string): Why => ({ message, expected: null, seen: null })

const endOf = (stopped: LimitReached | Stopped): [StepState, Why] => [
  stopped instanceof Stopped && stopped.why === 'stop' ? 'stopped' : 'failed',
  plain(stopped.message),
]

/** What ends the whole case: the run's limit, or a stop. */
function stopOf(thrown: unknown, stop: AbortSignal): LimitReached | Stopped | null {
  if (thrown instanceof LimitReached || thrown instanceof Stopped) return thrown
  return stop.aborted && stop.reason instanceof Stopped ? stop.reason : null
}
