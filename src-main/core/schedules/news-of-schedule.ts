import type { News } from '../../../src-shared/features/news-state'
import type { ScheduleNews } from './schedules'

/** Tells of starts that went wrong, or were or will be missed; null for what a person need not hear. */
export function newsOfSchedule(news: ScheduleNews): News | null {
  if (news.type === 'changed') return null
  const about = { group: 'schedules', title: news.name, isKept: true } as const
  const target = { kind: 'command', id: 'work.schedules' } as const
  if (news.type === 'missed')
    return { ...about, target, body: { text: 'scheduleMissed', values: { n: news.times } } }
  if (news.type === 'ahead') return { ...about, target, body: { text: 'scheduleAhead' } }
  const { outcome, reason } = news.end
  // The run of the flows tells of itself, and says how many failed.
  if (news.kind === 'flow' && outcome === 'failed' && reason === null) return null
  // What a person stopped has no reason.
  if (outcome === 'done' || (outcome === 'stopped' && reason === null)) return null
  if (outcome === 'unknown') return { ...about, target, body: { text: 'scheduleUnknown' } }
  const { done, failed } = news.end.counts
  // Where nothing has begun, the row says why.
  if (done + failed === 0) return { ...about, target, body: { text: 'scheduleFailed' } }
  return { ...about, target, body: { text: 'scheduleCounts', values: { done, failed } } }
}
