// @vitest-environment happy-dom
import { expect, it } from 'vitest'
import { nextTick } from 'vue'
import type { TileJob } from '../../../../src-shared/features/tile-state'
import InterruptDialog from '../../../../src-renderer/features/jobs/InterruptDialog.vue'
import { interruptedJobs } from '../../../../src-renderer/features/uploads/upload-text'
import { useNotices } from '../../../../src-renderer/stores/notices'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

const retryAt = new Date(2026, 2, 1, 12, 6).getTime()
const job = (status: string, interrupted?: TileJob['interrupted']): TileJob =>
  interrupted ? { kind: 'warm_up', status, interrupted } : { kind: 'warm_up', status }
const second = job('dispatched', { times: 1, next: 2, retryAt: null })
const last = job('queued', { times: 2, next: 3, retryAt: null })
const due = job('queued', { times: 1, next: 1, retryAt })

const asked = async (...jobs: TileJob[]) => {
  const publicIds = jobs.map((_, at) => `dev_${at}`)
  showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
  for (const [at, each] of jobs.entries())
    useTiles().tiles.set(`dev_${at}`, fakeTile(`dev_${at}`, { state: 'automation', job: each }))
  mountInPage(InterruptDialog, { publicIds })
  await nextTick()
  return document.querySelector('.about')?.textContent
}

it.each([
  [job('dispatched'), /^The service retries the job .* after three interruptions\.$/],
  [job('queued'), /Using the phone interrupts it when it starts\. The service retries/],
  [second, /This is interruption 2 of 3\.$/],
  [last, /when it starts\. This is the last of 3 interruptions: the service then abandons the job\.$/],
  [due, /waiting for its retry at 12:06.*doesn’t interrupt it\.$/],
])('asks with the count of a job that is known: %#', async (pending, said) => {
  expect(await asked(pending)).toMatch(said)
})

it('counts the jobs that several interruptions are the last of', async () => {
  expect(await asked(last, second, last)).toMatch(/On 2 phones this is the last interruption\.$/)
})

it('counts in the question before an upload too', async () => {
  await asked(second, due)
  const busy = ['dev_0', 'dev_1'].map((publicId) => ({ publicId, job: 'warm_up' }))
  const [counted, uncounted] = interruptedJobs(busy)
  expect(counted).toMatch(/Warm-up, interruption 2 of 3$/)
  expect(uncounted).toMatch(/Warm-up$/)
})

it('closes with a line that says so when the jobs end while it asks', async () => {
  await asked(second, last)
  useTiles().tiles.set('dev_0', fakeTile('dev_0', { state: 'live' }))
  await nextTick()
  expect(document.querySelector('h2')?.textContent).toMatch(/^Interrupt the job on /)
  expect(useNotices().notices).toEqual([])
  useTiles().tiles.set('dev_1', fakeTile('dev_1', { state: 'live' }))
  await nextTick()
  expect(useNotices().notices).toMatchObject([{ kind: 'cannot-run', why: 'No job is left to interrupt.' }])
})
