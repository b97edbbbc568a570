import { readdirSync } from 'node:fs'
import { constants, setPriority } from 'node:os'

/**
 * Lets every other program have the processor first. Linux has a priority for each thread, and those that compile and
 * collect garbage are there already; elsewhere it is the process's.
 */
export function lowerPriority(): void {
  const threads = process.platform === 'linux' ? readdirSync('/proc/self/task').map(Number) : [0]
  for (const thread of threads) {
    try {
      setPriority(thread, constants.priority.PRIORITY_LOW)
    } catch {
      // It has just ended.
    }
  }
}
