import { join } from 'node:path'
import { makeFolder } from '../../disk/make-folder'
import { openNew } from '../../disk/write-out'
import type { RunEvent } from '../run/run-result'
import { jsonLine } from './json-lines'

const name = 'results.jsonl'

/** Keeps what is known of a run while it goes on, for a run that is killed. */
export interface ResultsLog {
  take(event: RunEvent): void
  /** Writes the last line and closes the file. Never throws. */
  end(line: string): Promise<void>
}

/**
 * Begins `results.jsonl` in the folder of a run's results, in place of an older one: a line of JSON for the run, and for each
 * case that begins, is retried or ends, as docs/flows.md names them; steps are left out.
 * @param folder absolute
 * @param onFailed called once, when no more lines can be written; the run goes on
 * @throws Error when there can be no file
 */
export async function openResultsLog(
  folder: string,
  onFailed: (error: unknown) => void,
): Promise<ResultsLog> {
  await makeFolder(folder)
  const file = await openNew(join(folder, name))
  let hasFailed = false
  let tail = Promise.resolve()
  const write = (line: string) =>
    (tail = tail.then(async () => {
      if (hasFailed) return
      try {
        await file.appendFile(line)
      } catch (error) {
        hasFailed = true
        onFailed(error)
      }
    }))
  return {
    take(event) {
      if (event.type !== 'step') void write(jsonLine(event))
    },
    async end(line) {
      await write(line)
      await file.close().catch(() => undefined)
    },
  }
}
