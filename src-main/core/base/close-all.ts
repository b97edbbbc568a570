import type { Log } from './log'

/** Closes each part in turn, whatever another one throws. */
export function closeAll(log: Pick<Log, 'error'>, parts: readonly { close(): void }[]): void {
  for (const part of parts) {
    try {
      part.close()
    } catch (error) {
      log.error({ err: error }, 'could not close')
    }
  }
}
