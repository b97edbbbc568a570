// @vitest-environment happy-dom
import { flushPromises } from '@vue/test-utils'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { feature } from '../../../../src-renderer/features/jobs/feature'
import JobsTab from '../../../../src-renderer/features/jobs/JobsTab.vue'
import { useJobs } from '../../../../src-renderer/features/jobs/jobs'
import { useTiles } from '../../../../src-renderer/stores/tiles'
import type { PhoneJobs } from '../../../../src-shared/features/jobs'
import { fakeDevice, fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

const publicIds = Array.from({ length: 200 }, (_, at) => `dev_${at}`)
const jobsOf = (publicId: string): PhoneJobs => ({
  publicId,
  fault: null,
  jobs: Array.from({ length: 20 }, (_, at) => ({
    id: `job_${at}`,
    kind: 'warm_up',
    status: 'completed',
    result: { liked: at },
    publicId,
    createdAt: '2026-03-01T00:00:00Z',
    fields: {},
  })),
})

describe('the jobs of all phones', () => {
  inFreshPage()
  beforeEach(() => {
    vi.useFakeTimers()
    vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(560)
    vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(80)
  })
  afterEach(() => {
    vi.restoreAllMocks()
    vi.useRealTimers()
  })

  const open = async () => {
    showPhones(publicIds.map((publicId) => fakeDevice(publicId)))
    mountInPage(JobsTab)
    await flushPromises()
  }
  const rows = () => [...document.querySelectorAll('[data-job]')]
  const all = () => document.querySelector('[data-first]')?.textContent.trim()

  it('keeps only the rows in sight in the page', async () => {
    for (const publicId of publicIds) useJobs().take({ type: 'jobs', jobs: jobsOf(publicId) })
    await open()
    expect(all()).toBe('All (4,000)')
    expect(rows()[0]?.getAttribute('aria-setsize')).toBe('4000')
    expect(rows().length).toBeLessThan(20)
  })

  it('keeps the row that has the focus, and begins at its top when it opens again', async () => {
    for (const publicId of publicIds) useJobs().take({ type: 'jobs', jobs: jobsOf(publicId) })
    await open()
    const button = rows()[2]?.querySelector('button')
    button?.focus()
    const list = document.querySelector('[role=list]')
    const scroll = async () => {
      if (list) list.scrollTop = 40_000
      list?.dispatchEvent(new Event('scroll'))
      await flushPromises()
    }
    await scroll()
    expect(rows().length).toBeGreaterThan(1)
    expect(document.activeElement).toBe(button)
    expect(Number(rows().at(-1)?.getAttribute('aria-posinset'))).toBeGreaterThan(100)
    document.body.innerHTML = '<main></main>'
    mountInPage(JobsTab)
    await flushPromises()
    expect(rows()[0]?.getAttribute('aria-posinset')).toBe('1')
    expect(rows().length).toBeLessThan(20)
  })

  it('says of an interrupted job when it is retried, and lets it run', async () => {
    for (const publicId of ['dev_0', 'dev_1']) {
      const [done, ...more] = jobsOf(publicId).jobs?.slice(0, 3) ?? []
      const jobs = [...(done ? [done] : []), ...more.map((each) => ({ ...each, status: 'queued' }))]
      useJobs().take({ type: 'jobs', jobs: { publicId, fault: null, jobs } })
    }
    const retryAt = new Date(2026, 2, 1, 12, 6).getTime()
    const job = { kind: 'warm_up', status: 'queued' }
    const held = fakeTile('dev_0', { job, interruption: { times: 1, retryAt } })
    const left = fakeTile('dev_1', {
      state: 'automation',
      job: { ...job, interrupted: { times: 2, next: 3, retryAt } },
    })
    showPhones([fakeDevice('dev_0'), fakeDevice('dev_1')])
    useTiles().replace([held, left])
    const { sent } = mountInPage(JobsTab)
    await flushPromises()
    const notes = [...document.querySelectorAll('.interruption')]
    expect(notes.map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^1 of 3 interruptions\. .*12:06.*Let it run$/),
      expect.stringMatching(/Interrupted 2 of 3 times, retry due 12:06/),
    ])
    notes[0]?.querySelector('button')?.click()
    expect(sent).toContainEqual(['jobs.letRun', { publicId: 'dev_0' }])
    expect(feature.tabs.jobs.running()).toBe(2)
  })

  it('shows what is read at most four times a second', async () => {
    await open()
    vi.advanceTimersByTime(1000)
    const shown = new Set<string | undefined>()
    for (const publicId of publicIds) {
      useJobs().take({ type: 'jobs', jobs: jobsOf(publicId) })
      await flushPromises()
      shown.add(all())
      vi.advanceTimersByTime(5)
    }
    vi.advanceTimersByTime(250)
    await flushPromises()
    expect(shown.size).toBeLessThanOrEqual(5)
    expect(all()).toBe('All (4,000)')
  })
})
