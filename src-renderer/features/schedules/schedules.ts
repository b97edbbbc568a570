import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { Schedule, ScheduleEnd } from '../../../src-shared/features/schedules-state'
import { useNotices } from '../../stores/notices'

/** What a person stopped has no reason. */
const isNoGoodEnd = ({ outcome, reason }: ScheduleEnd) =>
  outcome !== 'done' && (outcome !== 'stopped' || reason !== null)

/** The schedules of the open fleet. */
export const useSchedules = defineStore('schedules', () => {
  const all = shallowRef<readonly Schedule[]>([])
  const running = computed(() => all.value.filter(({ runsSince }) => runsSince !== null))
  /** Those of which a person has something to see. */
  const failing = computed(() =>
    all.value.filter(
      ({ missed, last, runsSince }) =>
        missed !== null || (runsSince === null && last !== null && isNoGoodEnd(last)),
    ),
  )
  const start = ({ schedules }: AppState) => (all.value = schedules)
  const take = (event: AppEvent) => {
    if (event.type === 'schedules') all.value = event.schedules
    else if (event.type === 'opened') all.value = []
    else if (event.type === 'schedule-ended' && (event.end.outcome === 'done' || isNoGoodEnd(event.end)))
      useNotices().add({ kind: 'schedule-ended', name: event.name, end: event.end }, null)
    else if (event.type === 'schedule-ahead')
      useNotices().add({ kind: 'schedule-ahead', name: event.name, until: event.until }, null)
    else if (event.type === 'schedule-missed') {
      const { name, times, at } = event
      useNotices().add({ kind: 'schedule-missed', name, times, at }, null)
    }
  }
  return { all, running, failing, start, take }
})
