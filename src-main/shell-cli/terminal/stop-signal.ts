import { setMaxListeners } from 'node:events'
import { StepFailure, Stopped } from '../../core/flows/on-phone/step-failure'
import type { Terminal } from './terminal'

const unanswered = 'Outcome unknown: the command was stopped before the phone answered.'

/** A command that the user or the system may stop. */
interface Stopping {
  /** Aborted with `Stopped` at the first stop: nothing more goes out then, and what is under way gets its answer. */
  stop: AbortSignal
  /** Aborted at the second stop: nothing waits for an answer any more. */
  now: AbortSignal
  off: () => void
}

/** Hears of stops until `off`. @param what names what is not, of what waits */
export function stopSignal(terminal: Pick<Terminal, 'onStop' | 'complain'>, what: 'sent' | 'done'): Stopping {
  const stopping = new AbortController()
  const ending = new AbortController()
  // Each phone and each upload listens.
  setMaxListeners(0, stopping.signal, ending.signal)
  const off = terminal.onStop(() => {
    if (stopping.signal.aborted) return ending.abort(new StepFailure(unanswered))
    terminal.complain('stopping')
    stopping.abort(new Stopped('stop', `Not ${what}: the command was stopped.`))
  })
  return { stop: stopping.signal, now: ending.signal, off }
}
