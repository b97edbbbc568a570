import { watch } from 'node:fs'
import { makeFolder } from '../../disk/make-folder'
import type { FlowFile, FlowsFolder } from '../../../../src-shared/features/flows-state'
import { FaultError } from '../../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import { createGather } from '../../time/gather'
import { notSaved } from '../../disk/save-file'
import type { CheckedFlow } from '../reading/check'

/** Where the results of runs lie, in the folder. */
export const resultsFolder = 'results'
// An editor writes a file in several steps.
const tellAfterMs = 150

/** The flows in the user's folder. */
export interface FlowLibrary {
  /** @throws FaultError `not-saved` when there can be no folder */
  list(): Promise<FlowsFolder>
  /** Reads flows that are to run. @throws FaultError `flow-unreadable` for a file with mistakes, `not-saved` */
  read(files: readonly string[]): Promise<readonly CheckedFlow[]>
  close(): void
}

/** @param onChanged is called when a file may have changed, once the folder was listed */
export function createFlowLibrary(
  folder: string,
  {
    clock,
    words,
    onChanged,
  }: { clock: Pick<Clock, 'after'>; words: () => Vocabulary; onChanged: () => void },
): FlowLibrary {
  let endWatch: (() => void) | null = null
  const changes = createGather(clock, tellAfterMs, onChanged)

  const check = async (files: readonly string[]) => {
    await makeFolder(folder).catch((error: unknown) => {
      throw notSaved(folder, error)
    })
    // Loaded when flows are first asked for: the start needs none of their language.
    const { checkFlows } = await import('../reading/check')
    return checkFlows({
      paths: files,
      from: folder,
      isBounded: true,
      words: words(),
      leaveOut: [resultsFolder],
    })
  }
  /** Without a watch, as on a disk of the network, the person refreshes by hand. */
  const watchIt = () => {
    if (endWatch) return
    try {
      // Not what is below: results have thousands of folders, and a system has few watches.
      const watcher = watch(folder, (_, name) => {
        if (name !== resultsFolder) changes.soon()
      })
      watcher.on('error', () => undefined)
      endWatch = () => watcher.close()
    } catch {
      endWatch = () => undefined
    }
  }

  const list = async (): Promise<FlowsFolder> => {
    const { flows, problems } = await check(['.'])
    const { missingOf } = await import('../reading/missing')
    const { withoutFlows } = await import('../reading/check')
    watchIt()
    const files = new Map<string, FlowFile>()
    for (const { flow, env } of flows) {
      const missing = missingOf({ flow, env }, []).map(({ message }) => message)
      const { file, name, steps } = flow
      files.set(file, { file, name, steps: steps.length, problems: [], missing })
    }
    for (const { place, message } of problems) {
      // The folder itself, when it is empty.
      if (place.file === '.' && message.startsWith(withoutFlows)) continue
      const known = files.get(place.file) ?? {
        file: place.file,
        name: '',
        steps: 0,
        problems: [],
        missing: [],
      }
      const problem = `${place.line}:${place.column}: ${message}`
      files.set(place.file, { ...known, problems: [...known.problems, problem] })
    }
    return { folder, files: [...files.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1)) }
  }

  return {
    list,
    async read(files) {
      const known = new Set((await list()).files.map(({ file }) => file))
      const { flows, problems } = await check(files.filter((file) => known.has(file)))
      const [problem] = problems
      if (problem || flows.length === 0)
        throw new FaultError({
          kind: 'flow-unreadable',
          file: problem?.place.file ?? files.join(', '),
          detail: problem
            ? `${problem.place.line}:${problem.place.column}: ${problem.message}`
            : 'No longer in the folder.',
        })
      return flows
    },
    close() {
      changes.close()
      endWatch?.()
    },
  }
}
