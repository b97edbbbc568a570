import {
  countVerdicts,
  mostCompared,
  worstVerdict,
  type FlowTrend,
  type FlowVerdicts,
  type KeptPhone,
  type KeptVerdict,
} from '../../../../src-shared/features/flow-history-state'
import type { ListedRun } from './kept-run'

/** Returns the last runs that had a flow, the oldest first. */
export const withFlow = (runs: readonly ListedRun[], file: string): ListedRun[] =>
  runs.filter(({ flows }) => flows.some((flow) => flow.file === file)).slice(-mostCompared)

/** Counts how often a verdict differs from the one before, and how often it could. What neither passed nor failed says nothing. */
function compare(verdicts: readonly (KeptVerdict | null)[]): { changes: number; pairs: number } {
  const judged = verdicts.filter((verdict) => verdict === 'passed' || verdict === 'failed')
  const changes = judged.filter((verdict, at) => at > 0 && verdict !== judged[at - 1]).length
  return { changes, pairs: Math.max(0, judged.length - 1) }
}

/** A phone of a run, with its verdict for each of the run's flows; null for one that it had not to run. */
export interface JudgedPhone {
  publicId: string
  name: string
  verdicts: readonly (KeptVerdict | null)[]
}

/** Returns a phone's verdicts. Several cases of a flow count as one: the worst. @param flows how many the run has */
export function judge({ publicId, name, cases }: KeptPhone, flows: number): JudgedPhone {
  const verdicts = Array.from<KeptVerdict | null>({ length: flows }).fill(null)
  for (const { flow, verdict } of cases) {
    const before = verdicts[flow] ?? verdict
    verdicts[flow] = worstVerdict(countVerdicts([before, verdict]))
  }
  return { publicId, name, verdicts }
}

/** Returns a flow's verdicts by phone and run. @param phones of each run, by its id */
export function verdictsOf(
  file: string,
  runs: readonly ListedRun[],
  phones: ReadonlyMap<string, readonly JudgedPhone[]>,
): FlowVerdicts {
  const rows = new Map<string, { publicId: string; name: string; verdicts: (KeptVerdict | null)[] }>()
  for (const [at, { id, flows }] of runs.entries()) {
    const place = flows.findIndex((flow) => flow.file === file)
    for (const { publicId, name, verdicts } of phones.get(id) ?? []) {
      const verdict = verdicts[place] ?? null
      if (verdict === null) continue
      const row = rows.get(publicId) ?? { publicId, name, verdicts: runs.map(() => null) }
      row.verdicts[at] = verdict
      // Its last name.
      rows.set(publicId, { ...row, name })
    }
  }
  const all = [...rows.values()]
  const compared = all.map(({ verdicts }) => compare(verdicts))
  const sum = (what: 'changes' | 'pairs') => compared.reduce((n, each) => n + each[what], 0)
  return {
    ...{ file, phones: all, changes: sum('changes'), pairs: sum('pairs') },
    runs: runs.map(({ id, at }, place) => ({
      ...{ id, at },
      counts: countVerdicts(all.flatMap(({ verdicts }) => verdicts[place] ?? [])),
    })),
  }
}

export const shortTrend = ({ file, runs, changes, pairs }: FlowVerdicts): FlowTrend => ({
  ...{ file, runs, changes, pairs },
})
