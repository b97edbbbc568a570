import type { FlowRunState } from '../../../../src-shared/features/flows-state'
import type { Clock } from '../../time/clock'
import { createGather, type Gather } from '../../time/gather'

/** Shows how runs go on: of several, those alone that have changed. */
export interface RunProgress extends Pick<Gather, 'close'> {
  /** A run has changed, by its id; shown within the span. */
  changed(id: string): void
  /** Shows these runs at once, and those that wait for it. */
  now(runs: readonly { readonly id: string }[]): void
}

/** @param runs those under way, as the window shows them @param withinMs how long a change waits for further ones */
export function createRunProgress(
  clock: Clock,
  withinMs: number,
  runs: () => readonly FlowRunState[],
  show: (runs: readonly FlowRunState[]) => void,
): RunProgress {
  let news = new Set<string>()
  const gather = createGather(clock, withinMs, () => {
    const changed = news
    news = new Set()
    // One that waits for another changes with it.
    const isNews = ({ id, phones }: FlowRunState) =>
      changed.has(id) || phones.some(({ waitsFor }) => waitsFor !== null)
    const shown = runs().filter(isNews)
    if (shown.length > 0) show(shown)
  })
  return {
    changed(id) {
      news.add(id)
      gather.soon()
    },
    now(all) {
      for (const { id } of all) news.add(id)
      if (all.length > 0) gather.now()
    },
    close: gather.close,
  }
}
