import { setMaxListeners } from 'node:events'

/** Calls once a signal that has not aborted does. One signal may end any number of waits. @returns ends that */
export function onAbort(stop: AbortSignal, listener: () => void): () => void {
  // Each wait ends its listening, so many at once are no leak.
  setMaxListeners(0, stop)
  stop.addEventListener('abort', listener, { once: true })
  return () => stop.removeEventListener('abort', listener)
}
