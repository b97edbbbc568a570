import { toJsonLine } from '../../disk/json-line'
import { stepCount, type RunEvent, type RunResult, type StepResult } from '../run/run-result'

/**
 * Writes what a run reports as one line of JSON (docs/flows.md names the fields). Every line has `type`; times are in ms.
 */
export function jsonLine(event: RunEvent): string {
  return toJsonLine(shown(event))
}

/** Writes the last line of a run. @param exit the terminal's; null in the window */
export function jsonEnd(run: RunResult, exit: number | null, output: string | null): string {
  const of = (verdict: string) => run.cases.filter((each) => each.verdict === verdict).length
  return toJsonLine({
    type: 'end',
    exit,
    passed: of('passed'),
    failed: of('failed'),
    stopped: of('stopped'),
    ms: run.ms,
    spentActions: run.cases.reduce((sum, { spentActions }) => sum + spentActions, 0),
    output,
  })
}

function shown(event: RunEvent): Record<string, unknown> {
  if (event.type === 'run') {
    const { startedAt, flows, phones, cases } = event
    return { type: 'run', startedAt: new Date(startedAt).toISOString(), flows, phones, cases }
  }
  if (event.type === 'step')
    return event.state === 'started'
      ? event
      : { type: 'step', flow: event.flow, phone: event.phone, ...stepFields(event.step) }
  if (event.state !== 'ended') return event
  const { result } = event
  const { flow, file, phone, verdict, failure, startedAt, ms, spentActions, tries } = result
  return {
    type: 'flow',
    state: verdict,
    flow,
    file,
    phone,
    startedAt: new Date(startedAt).toISOString(),
    ms,
    spentActions,
    tries,
    steps: stepCount(result),
    failure,
  }
}

function stepFields({
  number,
  depth,
  title,
  state,
  atMs,
  ms,
  message,
  expected,
  seen,
  pictures,
  place,
}: StepResult) {
  return { state, number, depth, title, place, atMs, ms, message, expected, seen, pictures }
}
