import type { FaultError } from '../../../src-shared/protocol/fault'

/**
 * What is waited for. What can be stopped may wait for many things, so nothing of the wait stays with it.
 * @throws FaultError the reason, as soon as it is stopped
 */
export function unlessStopped<Result>(awaited: Promise<Result>, stop: AbortSignal): Promise<Result> {
  return new Promise((resolve, reject) => {
    const end = () => reject(stop.reason as FaultError)
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
    void awaited.then(resolve, reject).finally(() => stop.removeEventListener('abort', end))
  })
}
