import { setMaxListeners } from 'node:events'
import { Stopped } from '../core/flows/on-phone/step-failure'
import type { Terminal } from './terminal'

/**
 * Aborts with `Stopped` when the user or the system stops the command: nothing more goes out then, and what is under way
 * gets its answer.
 * @returns the signal, and what ends it
 */
export function stopSignal(terminal: Pick<Terminal, 'onStop' | 'complain'>): {
  stop: AbortSignal
  off: () => void
} {
  const stopping = new AbortController()
  // Each phone and each upload listens.
  setMaxListeners(0, stopping.signal)
  const off = terminal.onStop(() => {
    if (stopping.signal.aborted) return
    terminal.complain('stopping')
    stopping.abort(new Stopped('stop', 'Not sent: the command was stopped.'))
  })
  return { stop: stopping.signal, off }
}
