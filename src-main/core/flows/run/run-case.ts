import { FaultError } from '../../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../base/clock'
import { unlessStopped } from '../../base/unless-stopped'
import { flowEnv } from '../language/env'
import type { Flow } from '../language/flow'
import type { ReadText } from '../look/read-text'
import type { ActionPace } from '../on-phone/action-pace'
import type { Allowance } from '../on-phone/allowance'
import { Eyes } from '../on-phone/eyes'
import type { FlowPhone } from '../on-phone/flow-phone'
import { Hands } from '../on-phone/hands'
import { LimitReached, Stopped } from '../on-phone/step-failure'
import type { CaseFiles, CaseNames, StepContext } from '../steps/step-context'
import type { CaseFailure, CaseResult, RunEvent } from './run-result'
import type { Gate } from './gate'
import { CaseFailed, StepRunner } from './step-runner'

export interface CaseOptions {
  clock: Clock
  words: Vocabulary
  readText: ReadText
  pace: ActionPace
  actions: Allowance
  uploads: Allowance
  /** As `flowEnv` takes them. */
  workspaceEnv: Readonly<Record<string, string>>
  env: Readonly<Record<string, string>>
  /** The longest time of one flow in ms; null for no limit. */
  timeoutMs: number | null
  gate: Gate
  /** Aborted when the phone's flows end after the present step. */
  soft: AbortSignal
  /** Aborted when the run ends at once. */
  hard: AbortSignal
  emit: (event: RunEvent) => void
}

/** Runs a flow once on a phone that is live. Never throws but for a defect. */
export async function runCase(
  flow: Flow,
  phone: FlowPhone,
  files: CaseFiles,
  attempt: number,
  options: CaseOptions,
): Promise<CaseResult> {
  const { clock, emit, gate, soft, hard, timeoutMs } = options
  const shown = { id: phone.publicId, name: phone.name }
  const startedAt = clock.now()
  const began = clock.monotonic()
  const ending = new AbortController()
  const onHard = () => ending.abort(hard.reason)
  hard.addEventListener('abort', onHard, { once: true })
  if (hard.aborted) onHard()
  const cancelTimeout =
    timeoutMs === null
      ? () => undefined
      : clock.after(timeoutMs, () =>
          ending.abort(new Stopped('timeout', `The flow took longer than ${timeoutMs / 1000} s.`)),
        )
  const hands = new Hands(phone, options.actions, options.pace, ending.signal)
  const eyes = new Eyes({ clock, screen: phone.screen, readText: options.readText, stop: ending.signal })
  const names: CaseNames = {
    env: { FLEETWALL_PHONE_ID: phone.publicId, FLEETWALL_PHONE_NAME: phone.name, FLEETWALL_FLOW: flow.name },
    output: new Map(),
    fleetwall: { copiedText: '' },
  }
  const context: StepContext = {
    clock,
    phone,
    hands,
    eyes,
    uploads: options.uploads,
    names,
    words: options.words,
    files,
    stop: ending.signal,
    memory: { airplane: null, hasLaunched: false, endFilm: null },
    pictures: [],
  }
  const notNow = AbortSignal.any([ending.signal, soft])
  const steps = new StepRunner({
    context,
    clock,
    mayGoOn: () => gate.pass(phone.publicId, notNow),
    onStarted: (step) => emit({ type: 'step', state: 'started', flow: flow.name, phone: shown, ...step }),
    onEnded: (step) => emit({ type: 'step', state: 'ended', flow: flow.name, phone: shown, step }),
  })
  emit({ type: 'flow', state: 'started', flow: flow.name, file: flow.file, phone: shown, try: attempt })
  let verdict: CaseResult['verdict'] = 'passed'
  let failure: CaseFailure | null = null
  try {
    names.env = flowEnv(flow.env, options.workspaceEnv, options.env, names)
    // A stop at once does not wait for the phone's answer.
    await unlessStopped(steps.run(flow), hard)
  } catch (thrown) {
    if (hard.aborted && thrown instanceof Stopped) steps.endOpen(thrown.message)
    verdict = thrown instanceof Stopped && thrown.why === 'stop' ? 'stopped' : 'failed'
    failure = { ...failureOf(thrown, steps), frame: null }
  } finally {
    cancelTimeout()
    hard.removeEventListener('abort', onHard)
    // What still waits of this case is not sent any more.
    ending.abort(new Stopped('stop', 'The flow has ended.'))
  }
  // Only stopRecording reports a failed recording; a flow without it still gets its verdict.
  await context.memory.endFilm?.().catch(() => undefined)
  const { lastFrame } = phone.screen
  if (failure && lastFrame)
    failure.frame = await files.save('at-failure', '.jpg', lastFrame.jpeg).catch(() => null)
  return {
    flow: flow.name,
    file: flow.file,
    phone: shown,
    verdict,
    failure,
    steps: steps.results,
    startedAt,
    ms: Math.round(clock.monotonic() - began),
    spentActions: hands.spent,
    tries: attempt,
  }
}

function failureOf(thrown: unknown, steps: StepRunner): Omit<CaseFailure, 'frame'> {
  if (thrown instanceof CaseFailed) {
    const { title, step, why } = thrown
    return { message: why.message, step: title, place: step.place, expected: why.expected, seen: why.seen }
  }
  const isKnown = thrown instanceof LimitReached || thrown instanceof Stopped || thrown instanceof FaultError
  const last = steps.results.at(-1)
  if (isKnown || (thrown instanceof Error && thrown.name === 'FlowError')) {
    const { message } = thrown as Error
    return { message, step: last?.title ?? null, place: last?.place ?? null, expected: null, seen: null }
  }
  throw thrown
}
