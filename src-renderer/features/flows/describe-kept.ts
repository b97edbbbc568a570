import {
  countVerdicts,
  keptVerdicts,
  worstVerdict,
  type KeptCase,
  type KeptPhone,
  type KeptRun,
  type KeptVerdict,
  type VerdictCounts,
} from '../../../src-shared/features/flow-history-state'
import { describeReason } from '../../text/describe/describe-reason'
import { messages } from '../../text/messages'
import { formatSpan } from '../../text/measures'
import { commaList } from '../../text/numbers'

/** Counts verdicts in words: `11 passed, 1 failed`. */
export function describeCounts(counts: VerdictCounts): string {
  const words = messages.flowHistory.counts
  return commaList(
    keptVerdicts
      .filter((verdict) => counts[verdict] > 0)
      .map((verdict) => words[verdict]({ n: counts[verdict] })),
  )
}

/** Names the flows of a run. */
export const describeFlows = ({ flows }: Pick<KeptRun, 'flows'>): string =>
  commaList(flows.map(({ name }) => name))

/** Says how a run ended, when it did not end with its last flow; '' otherwise. */
export const describeEnd = ({ end }: Pick<KeptRun, 'end'>): string =>
  end === 'done' ? '' : messages.flowHistory.ends[end]

/** A place of the grid: the verdict that a person must see, and all of it in words. */
export interface GridCell {
  verdict: KeptVerdict
  title: string
}

/** A phone's line of the grid. */
export interface GridRow {
  publicId: string
  name: string
  /** Null where there is no verdict. */
  cells: readonly (GridCell | null)[]
  /** What did not pass, and why. */
  notes: readonly string[]
}

/** Returns the place of a flow on a phone; several rows of a sheet are counted. */
function cellOf(cases: readonly KeptCase[], flow: string): GridCell | null {
  const words = messages.flowHistory
  const counts = countVerdicts(cases.map(({ verdict }) => verdict))
  const verdict = worstVerdict(counts)
  if (verdict === null) return null
  const [one, ...others] = cases
  if (!one || others.length > 0)
    return { verdict, title: words.cell({ what: flow, verdict: describeCounts(counts) }) }
  const cost = [
    words.verdicts[verdict],
    ...(one.tries > 1 ? [words.tries({ n: one.tries })] : []),
    ...(one.ms > 0 ? [formatSpan(one.ms / 1000)] : []),
    ...(one.actions > 0 ? [words.actions({ n: one.actions })] : []),
  ]
  return { verdict, title: words.cell({ what: flow, verdict: cost }) }
}

const rankOf = ({ cases }: KeptPhone): number => {
  const worst = worstVerdict(countVerdicts(cases.map(({ verdict }) => verdict)))
  return ['failed', 'unknown', 'stopped', 'unrun', 'passed', null].indexOf(worst)
}

/** Returns the grid of a run, phones that failed first. @param most how many flows are shown */
export function gridOf({ flows }: KeptRun, phones: readonly KeptPhone[], most: number): GridRow[] {
  const places = flows.slice(0, most)
  return phones
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map(({ publicId, name, cases }) => ({
      ...{ publicId, name },
      cells: places.map((flow, at) =>
        cellOf(
          cases.filter((each) => each.flow === at),
          flow.name,
        ),
      ),
      notes: cases.flatMap(({ flow, title, verdict, message }) => {
        // Of several rows, the place of the grid has only how many.
        if (message === null && title !== null && verdict !== 'passed')
          return messages.flowHistory.cell({ what: title, verdict: messages.flowHistory.verdicts[verdict] })
        if (message === null) return []
        const what = title ?? (flows.length > 1 ? flows[flow]?.name : undefined)
        const why = describeReason(message)
        return what === undefined ? why : messages.flows.otherFailed({ flow: what, message: why })
      }),
    }))
}
