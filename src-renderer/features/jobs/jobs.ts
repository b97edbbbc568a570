import { defineStore } from 'pinia'
import { shallowReactive } from 'vue'
import type { AppEvent, AppState } from '../../../src-shared/bridge/app-state'
import type { PhoneJobs } from '../../../src-shared/features/jobs'

/** Jobs by phone, for the phones whose jobs have been read. */
export const useJobs = defineStore('jobs', () => {
  const byPhone = shallowReactive(new Map<string, PhoneJobs>())

  const update = (jobs: PhoneJobs) => void byPhone.set(jobs.publicId, jobs)
  const replace = (next: readonly PhoneJobs[]) => {
    byPhone.clear()
    for (const jobs of next) update(jobs)
  }

  const start = (state: AppState) => replace(state.jobs)
  const take = (event: AppEvent) => {
    if (event.type === 'opened') replace(event.jobs)
    else if (event.type === 'jobs') update(event.jobs)
  }

  return { byPhone, start, take }
})
