import { watch } from 'node:fs'
import { dayOf, timeOf } from '../../disk/file-name'
import { makeFolder } from '../../disk/make-folder'
import type { FlowFile, FlowsFolder } from '../../../../src-shared/features/flows-state'
import { FaultError } from '../../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import { createGather } from '../../time/gather'
import { notSaved } from '../../disk/save-file'
import type { Problem } from '../language/problem'
import type { Checked, CheckedFlow } from '../reading/check'

/** Where the results of runs lie, in the folder. */
export const resultsFolder = 'results'

/** Names the folder of a run's results, in the folder of flows: runs of one second have one each. */
export function resultsOf(startedAt: number, id: string): string {
  const at = new Date(startedAt)
  return `${resultsFolder}/${dayOf(at)} ${timeOf(at)} ${id.slice(0, 8)}`
}

// An editor writes a file in several steps.
const tellAfterMs = 150

// No path that is relative to a folder begins with a slash.
const exampleMark = '/examples/'

/** The flows in the user's folder, and those that ship. */
export interface FlowLibrary {
  /** @throws FaultError `not-saved` when there can be no folder */
  list(): Promise<FlowsFolder>
  /** Reads flows that are to run. @throws FaultError `flow-unreadable` for a file that is gone or has mistakes */
  read(files: readonly string[]): Promise<readonly CheckedFlow[]>
  close(): void
}

export interface FlowLibraryOptions {
  clock: Pick<Clock, 'after'>
  words: () => Vocabulary
  /** Where the examples lie, which are only read; null while there are none. */
  examples: () => string | null
  /** Called when a file may have changed, once the folder was listed. */
  onChanged: () => void
}

export function createFlowLibrary(
  folder: string,
  { clock, words, examples, onChanged }: FlowLibraryOptions,
): FlowLibrary {
  let endWatch: (() => void) | null = null
  const changes = createGather(clock, tellAfterMs, onChanged)

  /** Reads files of a folder. @param mark what their ids begin with */
  const check = async (from: string, mark: string, paths: readonly string[]): Promise<Checked> => {
    // Loaded when flows are first asked for: the start needs none of their language.
    const { checkFlows } = await import('../reading/check')
    const options = { paths, from, isBounded: true, words: words(), leaveOut: [resultsFolder] }
    const { flows, problems } = await checkFlows(options)
    return {
      flows: flows.map((each) => ({ ...each, flow: { ...each.flow, file: mark + each.flow.file } })),
      problems: problems.map((each) => ({ ...each, place: { ...each.place, file: mark + each.place.file } })),
    }
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

  const sources = () => {
    const shipped = examples()
    return [{ from: folder, mark: '' }, ...(shipped === null ? [] : [{ from: shipped, mark: exampleMark }])]
  }
  const listOf = async (from: string, mark: string): Promise<FlowFile[]> => {
    const { flows, problems } = await check(from, mark, ['.'])
    const { missingOf } = await import('../reading/missing')
    const { withoutFlows } = await import('../reading/check')
    const { countSteps } = await import('../reading/count-steps')
    const isExample = mark !== ''
    const files = new Map<string, FlowFile>()
    for (const { flow, env } of flows) {
      const lacks = missingOf({ flow, env }, [])
      const names = [...new Set(lacks.flatMap(({ name }) => name ?? []))]
      const missing = lacks.filter(({ name }) => name === null).map(({ message }) => message)
      const { file, name, tags } = flow
      files.set(file, { file, isExample, name, tags, steps: countSteps(flow), problems: [], names, missing })
    }
    for (const { place, message } of problems) {
      const { file } = place
      // The folder itself, when it is empty.
      if (file === `${mark}.` && message.startsWith(withoutFlows)) continue
      const known = files.get(file) ?? {
        ...{ file, isExample, name: '', tags: [], steps: 0 },
        ...{ problems: [], names: [], missing: [] },
      }
      const problem = `${place.line}:${place.column}: ${message}`
      files.set(file, { ...known, problems: [...known.problems, problem] })
    }
    return [...files.values()].toSorted((a, b) => (a.file < b.file ? -1 : 1))
  }
  const list = async (): Promise<FlowsFolder> => {
    await makeFolder(folder).catch((error: unknown) => {
      throw notSaved(folder, error)
    })
    const files = []
    for (const { from, mark } of sources()) files.push(...(await listOf(from, mark)))
    watchIt()
    return { folder, files }
  }

  return {
    list,
    async read(files) {
      const { listFlows } = await import('../reading/check')
      const known = new Set<string>()
      for (const { from, mark } of sources())
        for (const file of await listFlows(from, [resultsFolder])) known.add(mark + file)
      const gone = files.find((file) => !known.has(file))
      if (gone !== undefined || files.length === 0)
        throw new FaultError({
          ...{ kind: 'flow-unreadable', file: gone ?? '' },
          detail: 'It is not in the folder any more.',
        })
      const flows: CheckedFlow[] = []
      const problems: Problem[] = []
      for (const { from, mark } of sources()) {
        const own = files.filter((file) => file.startsWith('/') === (mark !== ''))
        const checked = await check(
          from,
          mark,
          own.map((file) => file.slice(mark.length)),
        )
        flows.push(...checked.flows)
        problems.push(...checked.problems)
      }
      const [problem] = problems
      if (problem)
        throw new FaultError({
          kind: 'flow-unreadable',
          file: problem.place.file,
          detail: `${problem.place.line}:${problem.place.column}: ${problem.message}`,
        })
      return flows
    },
    close() {
      changes.close()
      endWatch?.()
    },
  }
}
