import {
  isUnderWay,
  type FlowPhoneState,
  type FlowRunState,
  type FlowStepState,
} from '../../../../src-shared/features/flows-state'
import type { Clock } from '../../time/clock'
import type { RateGate } from '../../service/rate-gate'
import type { Run } from '../run/run-flows'
import { shownVerdict, type CaseResult, type RunEvent } from '../run/run-result'

// With more phones than these in all runs, only the steps that a person looks for are sent.
const mostWithAllSteps = 24

// Of a long flow, the last steps; the report has all.
const mostSteps = 500
const mostOthers = 20
// A shorter wait is over before a person could do anything about it.
const shortestShownMs = 2000
const untold = { message: null, expected: null, seen: null }

/** Of a phone on which none failed. */
const worstOf = ({ stopped, unrun }: FlowPhoneState['counts']) =>
  stopped > 0 ? 'stopped' : unrun > 0 ? 'unrun' : 'passed'

/** Whether it is paused is known to the run. */
type Phone = Omit<FlowPhoneState, 'isTouched' | 'waitsFor' | 'steps'> & { steps: FlowStepState[] }

/** What a run is called, and what it was asked for. */
type About = Pick<FlowRunState, 'id' | 'number' | 'files' | 'names' | 'startedAt'>

/** What the window shows of a run. */
export interface RunState {
  /** How many of its phones send all their steps: all, or none. */
  readonly withAllSteps: number
  now(): Omit<FlowRunState, 'isPaused' | 'isReporting' | 'waits' | 'phones'> & { phones: readonly Phone[] }
  /** Whether flows run on the phone. */
  isAtWork(publicId: string): boolean
  take(event: RunEvent): void
  /** A person has stopped the run. */
  stop(): void
}

/** A run under way. */
export interface ShownRun {
  run: Pick<Run, 'isPaused'>
  rate: Pick<RateGate, 'waits'>
  state: RunState
  /** Whether its report is being written. */
  isReporting: boolean
}

/** Returns the run under way, with what the person holds and what the service has wait. */
export function runNow({ run, rate, state, isReporting }: ShownRun, clock: Clock): FlowRunState {
  const now = state.now()
  const phones = now.phones.map((phone) => ({
    ...phone,
    isTouched: isUnderWay(phone) && run.isPaused(phone.publicId),
    waitsFor: null,
  }))
  const held = rate.waits
  const waitMs = held ? held.until - clock.monotonic() : 0
  const waits =
    held && waitMs >= shortestShownMs
      ? { phones: held.phones, until: Math.round(clock.now() + waitMs) }
      : null
  return { ...now, phones, waits, isReporting, isPaused: run.isPaused(null) }
}

/**
 * Says of each phone for which other run it waits: the first one that has not ended there.
 * @param runs those of a fleet, in the order of their begin
 */
export function withWaits(runs: readonly FlowRunState[]): FlowRunState[] {
  const users = new Map<string, string>()
  return runs.map((run) => {
    if (!run.isRunning) return run
    const phones = run.phones.map((phone) => {
      if (!isUnderWay(phone)) return phone
      const user = users.get(phone.publicId)
      if (user === undefined) users.set(phone.publicId, run.id)
      return { ...phone, waitsFor: user ?? null }
    })
    return { ...run, phones }
  })
}

/**
 * @param phones with how many flows each has to run
 * @param besides how many phones of other runs send all their steps
 */
export function createRunState(
  about: About,
  phones: readonly { publicId: string; name: string; flows: number }[],
  besides: number,
): RunState {
  const states = new Map<string, Phone>(
    phones.map(({ publicId, name, flows }) => [
      publicId,
      {
        ...{ publicId, name, state: 'waiting', flow: '', steps: [], failedFlow: null, others: [], ...untold },
        counts: { passed: 0, failed: 0, stopped: 0, unrun: 0, left: flows },
      },
    ]),
  )
  /** Of each phone's first failed flow, to show once the phone has ended. */
  const failedSteps = new Map<string, Phone['steps']>()
  let isStopping = false
  const showsAll = besides + phones.length <= mostWithAllSteps
  const shown = ({ state }: FlowStepState) => showsAll || state === 'running' || state === 'failed'

  const change = (publicId: string, how: (state: Phone) => Partial<Phone>) => {
    const state = states.get(publicId)
    if (state) states.set(publicId, { ...state, ...how(state) })
  }
  const setStep = (publicId: string, step: FlowStepState) => {
    const steps = states.get(publicId)?.steps ?? []
    const before = steps.findLastIndex(({ number }) => number < step.number) + 1
    const isKnown = steps[before]?.number === step.number
    steps.splice(before, isKnown ? 1 : 0, ...(shown(step) ? [step] : []))
    if (steps.length > mostSteps)
      steps.splice(
        steps.findIndex(({ state }) => state !== 'running'),
        1,
      )
  }
  const end = (result: CaseResult) => {
    const { phone, flow, failure } = result
    const verdict = shownVerdict(result)
    change(phone.id, (state) => {
      const { message, expected, seen } = failure ?? untold
      // One that never began has no steps, and nothing to say beside one that has.
      const hasBegun = state.flow === flow
      const counts = { ...state.counts, left: state.counts.left - 1 }
      counts[verdict] += 1
      const isFirstFailed = verdict === 'failed' && state.failedFlow === null
      if (isFirstFailed) failedSteps.set(phone.id, hasBegun ? state.steps : [])
      const failedFlow = isFirstFailed ? flow : state.failedFlow
      const mayTell = isFirstFailed || (failedFlow === null && (hasBegun || state.flow === ''))
      const isOther = verdict !== 'passed' && state.failedFlow !== null && message !== null
      const others = isOther ? [...state.others, { flow, message }].slice(0, mostOthers) : state.others
      const told = { others, ...(mayTell ? { message, expected, seen } : {}) }
      if (counts.left > 0) return { counts, failedFlow, ...told }
      if (failedFlow === null) return { counts, flow: state.flow || flow, state: worstOf(counts), ...told }
      const steps = failedSteps.get(phone.id) ?? []
      return { counts, failedFlow, flow: failedFlow, steps, state: 'failed', ...told }
    })
  }

  return {
    withAllSteps: showsAll ? phones.length : 0,
    now: () => ({
      ...about,
      phones: [...states.values()].map((phone) => ({ ...phone, steps: [...phone.steps] })),
      isRunning: true,
      isStopping,
      report: null,
    }),
    isAtWork: (publicId) => states.get(publicId)?.state === 'running',
    stop: () => (isStopping = true),
    take(event) {
      switch (event.type) {
        case 'run':
          return
        case 'flow':
          if (event.state === 'started')
            change(event.phone.id, () => ({ state: 'running', flow: event.flow, steps: [] }))
          if (event.state === 'ended') end(event.result)
          return
        case 'step':
          if (event.state === 'started') {
            const { number, depth, title } = event
            setStep(event.phone.id, { number, depth, title, state: 'running', message: null })
          } else {
            const { number, depth, title, state, message } = event.step
            setStep(event.phone.id, { number, depth, title, state, message })
          }
          return
      }
    },
  }
}
