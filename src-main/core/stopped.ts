import type { FaultError } from '../../src-shared/protocol/fault'

/** Never resolves. @throws FaultError the reason, as soon as it is stopped */
export function stopped(stop: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    const end = () => reject(stop.reason as FaultError)
    stop.addEventListener('abort', end, { once: true })
    if (stop.aborted) end()
  })
}
