import { codeOf } from '../disk/own-file'
import { sayWriteFault } from '../disk/write-out'

let fault: unknown = null

function failed(error: unknown): void {
  // A closed reader, as `head` is, has what it wants.
  if (codeOf(error) !== 'EPIPE') fault ??= error
}

/** Keeps the process alive when standard output or standard error can't be written, and remembers why. */
export function watchOutput(): void {
  process.stdout.on('error', failed)
  process.stderr.on('error', () => undefined)
}

/** Prints to standard output; never throws. */
export function print(text: string): void {
  try {
    process.stdout.write(text)
  } catch (error) {
    failed(error)
  }
}

/**
 * Waits until all that was printed is written, and complains when it could not be.
 * @returns the exit code, which is never 0 then
 */
export async function endOutput(code: number): Promise<number> {
  await new Promise<void>((resolve) => {
    try {
      process.stdout.write('', () => resolve())
    } catch {
      resolve()
    }
  })
  // The error of the last write comes in the next turn.
  await new Promise(setImmediate)
  if (fault === null) return code
  process.stderr.write(`fleetwall: ${sayWriteFault('standard output', fault)}\n`)
  return code === 0 ? 1 : code
}
