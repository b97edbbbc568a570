import type { FlowPhoneState, FlowRunState, FlowStepState } from '../../../src-shared/bridge/flows-state'
import type { RunEvent } from '../flows/run/run-result'

// With more phones than these, only the steps that a person looks for are sent.
const mostWithAllSteps = 24

const untold = { message: null, expected: null, seen: null }

/** Whether it is paused is known to the run. */
type Phone = Omit<FlowPhoneState, 'isTouched'>

type PhoneEvent = Exclude<RunEvent, { type: 'run' }>

const phoneOf = (event: PhoneEvent) =>
  event.type === 'flow' && event.state === 'ended' ? event.result.phone.id : event.phone.id

/** What the window shows of a run. */
export interface RunState {
  now(): Omit<FlowRunState, 'isPaused' | 'phones'> & { phones: readonly Phone[] }
  /** Whether a flow runs on the phone, also after one that failed. */
  isAtWork(publicId: string): boolean
  take(event: RunEvent): void
  /** A person has stopped the run. */
  stop(): void
}

export function createRunState(
  files: readonly string[],
  phones: readonly { publicId: string; name: string }[],
): RunState {
  const states = new Map<string, Phone>(
    phones.map(({ publicId, name }) => [
      publicId,
      { publicId, name, state: 'waiting', flow: '', steps: [], ...untold },
    ]),
  )
  const atWork = new Set<string>()
  let isStopping = false
  const showsAll = phones.length <= mostWithAllSteps
  const shown = ({ state }: FlowStepState) => showsAll || state === 'running' || state === 'failed'

  const change = (publicId: string, how: (state: Phone) => Partial<Phone>) => {
    const state = states.get(publicId)
    if (state) states.set(publicId, { ...state, ...how(state) })
  }
  const setStep = (publicId: string, step: FlowStepState) =>
    change(publicId, ({ steps }) => ({
      steps: [...steps.filter(({ number }) => number !== step.number), step]
        .filter(shown)
        .toSorted((one, other) => one.number - other.number),
    }))

  return {
    now: () => ({
      files,
      phones: [...states.values()],
      isRunning: true,
      isStopping,
      report: null,
    }),
    isAtWork: (publicId) => atWork.has(publicId),
    stop: () => (isStopping = true),
    take(event) {
      if (event.type === 'flow' && event.state === 'started') atWork.add(event.phone.id)
      if (event.type === 'flow' && event.state === 'ended') atWork.delete(event.result.phone.id)
      // The first failed flow of several stays in sight, with its steps.
      if (event.type !== 'run' && states.get(phoneOf(event))?.state === 'failed') return
      switch (event.type) {
        case 'run':
          return
        case 'flow': {
          if (event.state === 'started')
            change(event.phone.id, () => ({ state: 'running', flow: event.flow, steps: [] }))
          if (event.state !== 'ended') return
          const { phone, verdict, failure, flow } = event.result
          const { message, expected, seen } = failure ?? untold
          change(phone.id, () => ({ flow, state: verdict, message, expected, seen }))
          return
        }
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
