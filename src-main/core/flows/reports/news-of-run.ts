import type { FlowPhoneState, FlowRunState } from '../../../../src-shared/features/flows-state'
import type { News } from '../../../../src-shared/features/news-state'

const texts = {
  passed: 'flowsPassed',
  failed: 'flowsFailed',
  stopped: 'flowsStopped',
  unrun: 'flowsUnrun',
} as const

/** Tells how a run has ended; one in which flows failed or could not run needs a person. */
export function newsOfRun({
  id,
  phones,
}: Pick<FlowRunState, 'id'> & { phones: readonly Pick<FlowPhoneState, 'counts'>[] }): News {
  const count = (verdict: keyof typeof texts) => phones.reduce((sum, { counts }) => sum + counts[verdict], 0)
  const body = (['passed', 'failed', 'stopped', 'unrun'] as const).flatMap((verdict) => {
    const n = count(verdict)
    return n > 0 ? { text: texts[verdict], values: { n } } : []
  })
  return {
    group: 'flows',
    title: { text: 'flowsEnded' },
    body,
    target: { kind: 'run', id },
    isKept: count('failed') + count('unrun') > 0,
  }
}
