// @vitest-environment happy-dom
import type { JobInterruption } from '../../../../src-shared/features/tile-state'
import { expect, it } from 'vitest'
import JobMark from '../../../../src-renderer/features/jobs/JobMark.vue'
import { fakeTile } from '../../fake-phone'
import { inFreshPage, mountInPage, showPhones } from '../../mount-in-page'

inFreshPage()

it('says how often a job was interrupted and when it may be retried', () => {
  showPhones([])
  const job = { kind: 'warm_up', status: 'queued' }
  const retryAt = new Date(2026, 2, 1, 12, 6).getTime()
  const shown = (interruption: JobInterruption | null, room = 'wide') =>
    mountInPage(JobMark, { tile: fakeTile('a', { job, interruption }), room }).part
  expect(shown(null).text()).toBe('')
  const mark = shown({ times: 1, retryAt })
  expect(mark.text()).toContain('1 of 3')
  expect(mark.find('[title]').attributes('title')).toContain('12:06')
  expect(shown({ times: 2, retryAt }, 'usual').find('[aria-hidden]').text()).toBe('2 of 3')
  expect(shown({ times: 1, retryAt }, 'large').find('[aria-hidden]').text()).toMatch(
    /^1 of 3 interruptions, retry due 12:06/,
  )
  expect(shown({ times: 1, retryAt }, 'large').find('button').text()).toBe('Let it run')
  const waiting = shown({ times: 1, retryAt: null })
  expect(waiting.find('[aria-hidden]').text()).toBe('1 of 3')
  expect(waiting.find('[title]').attributes('title')).toContain('Using the phone interrupts Warm-up')
  expect(waiting.text()).not.toContain('disconnects')
  expect(mark.find('button').attributes('aria-label')).toBe('Let it run')
})
