import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import { unlessStopped } from '../../time/unless-stopped'
import type { Pictures } from '../../pictures/pictures'
import { flowEnv } from '../language/env'
import type { Flow } from '../language/flow'
import type { Allowance } from '../on-phone/allowance'
import { Eyes } from '../on-phone/eyes'
import type { FlowPhone } from '../on-phone/flow-phone'
import { Hands } from '../on-phone/hands'
import { isThere, type Presence } from '../on-phone/presence'
import { sayWhy } from '../on-phone/say-why'
import { reasons } from '../on-phone/reasons'
import { LimitReached, Stopped } from '../on-phone/step-failure'
import { CaseFailed, type CaseFiles, type CaseNames } from '../commands/step-context'
import type { Conceal } from './conceal'
import type { CaseFailure, CaseResult, RunEvent } from './run-result'
import type { Gate } from './gate'
import { StepRunner, type StepRunnerOptions } from './step-runner'

// What led to a failure is worth more.
const mostOfPassed = 500

export interface CaseOptions {
  clock: Clock
  words: Vocabulary
  pictures: Pick<Pictures, 'of'>
  /** Of this case alone. */
  actions: Allowance
  uploads: Allowance
  /** As `flowEnv` takes them. */
  workspaceEnv: Readonly<Record<string, string>>
  env: Readonly<Record<string, string>>
  gate: Gate
  /** Aborted when the phone's flows end after the present step; one that only waits ends at once. */
  soft: AbortSignal
  /** Aborted when the run ends at once. */
  hard: AbortSignal
  presence: Presence
  /** Hides secrets in what a report shows. */
  conceal: Conceal
  /** The name of the sheet's row, when the phone has several. */
  row: string | null
  emit: (event: RunEvent) => void
}

/** Runs a flow once on a phone that is live. Never throws but for a defect outside its steps. */
export async function runCase(
  flow: Flow,
  phone: FlowPhone,
  files: CaseFiles,
  attempt: number,
  options: CaseOptions,
): Promise<CaseResult> {
  const { clock, emit, gate, soft, hard, presence, conceal } = options
  const shown = { id: phone.publicId, name: phone.name }
  const startedAt = clock.now()
  const began = clock.monotonic()
  const ending = new AbortController()
  const idle = new AbortController()
  // A paused phone, or one in use by a job, does no step.
  const endIdle = () => {
    if (soft.aborted && !isThere(phone)) idle.abort(soft.reason)
  }
  const offStanding = phone.onStanding(endIdle)
  soft.addEventListener('abort', endIdle, { once: true })
  const sooner = AbortSignal.any([hard, presence.ended, idle.signal])
  const endNow = () => ending.abort(sooner.reason)
  sooner.addEventListener('abort', endNow, { once: true })
  if (sooner.aborted) endNow()
  const notNow = AbortSignal.any([ending.signal, soft])
  const hands = new Hands(phone, options.actions, ending.signal, notNow)
  const pictures = options.pictures.of(phone.publicId, ending.signal)
  const eyes = new Eyes({ clock, screen: phone.screen, pictures, stop: ending.signal })
  const names: CaseNames = {
    env: { FLEETWALL_PHONE_ID: phone.publicId, FLEETWALL_PHONE_NAME: phone.name, FLEETWALL_FLOW: flow.name },
    output: new Map(),
    fleetwall: { copiedText: '' },
  }
  const context: StepRunnerOptions['context'] = {
    clock,
    phone,
    hands,
    eyes,
    uploads: options.uploads,
    names,
    words: options.words,
    files: {
      save: (name, ending, bytes) => files.save(conceal(name), ending, bytes),
      film: (name, title) => files.film(conceal(name), title),
    },
    stop: ending.signal,
    memory: { airplane: null, hasLaunched: false, endFilm: null },
  }
  const steps = new StepRunner({
    context,
    clock,
    conceal,
    mayGoOn: () => gate.pass(phone.publicId, notNow),
    onStarted: (step) => emit({ type: 'step', state: 'started', flow: flow.name, phone: shown, ...step }),
    onEnded: (step) => emit({ type: 'step', state: 'ended', flow: flow.name, phone: shown, step }),
  })
  emit({ type: 'flow', state: 'started', flow: flow.name, file: flow.file, phone: shown, try: attempt })
  let verdict: CaseResult['verdict'] = 'passed'
  let failure: CaseFailure | null = null
  let isLeftOut = false
  try {
    names.env = flowEnv(flow.env, options.workspaceEnv, options.env, names)
    // Neither a stop at once nor a phone that is away waits for the phone's answer.
    await unlessStopped(steps.run(flow), sooner)
  } catch (thrown) {
    if (thrown instanceof Stopped) steps.endOpen(thrown)
    verdict = thrown instanceof Stopped && thrown.why === 'stop' ? 'stopped' : 'failed'
    isLeftOut = thrown instanceof LimitReached && options.actions.spent + options.uploads.spent === 0
    failure = { ...failureOf(thrown, steps, conceal), frame: null }
  } finally {
    sooner.removeEventListener('abort', endNow)
    soft.removeEventListener('abort', endIdle)
    offStanding()
    presence.close()
    // What still waits of this case is not sent any more.
    ending.abort(new Stopped('stop', 'The flow has ended.'))
  }
  // Only stopRecording reports a failed recording; a flow without it still gets its verdict.
  await context.memory.endFilm?.().catch(() => undefined)
  const { lastFrame } = phone.screen
  if (failure && lastFrame) {
    try {
      failure.frame = await files.save('at-failure', '.jpg', lastFrame.jpeg)
    } catch (thrown) {
      failure.message += ` ${reasons.ownPictureMissing} ${sayWhy(thrown, conceal).message}`
    }
  }
  return {
    flow: flow.name,
    file: flow.file,
    row: options.row,
    phone: shown,
    verdict,
    isLeftOut,
    failure,
    steps: steps.results(verdict === 'passed' ? mostOfPassed : undefined),
    startedAt,
    ms: Math.round(clock.monotonic() - began),
    spentActions: options.actions.spent,
    tries: attempt,
  }
}

function failureOf(thrown: unknown, steps: StepRunner, conceal: Conceal): Omit<CaseFailure, 'frame'> {
  if (thrown instanceof CaseFailed) {
    const { title, step, why } = thrown
    return { message: why.message, step: title, place: step.place, expected: why.expected, seen: why.seen }
  }
  const last = steps.results().at(-1)
  const { message, expected, seen } = sayWhy(thrown, conceal)
  return { message, step: last?.title ?? null, place: last?.place ?? null, expected, seen }
}
