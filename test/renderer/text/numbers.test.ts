import { afterEach, expect, it, vi } from 'vitest'
import { formatInstant, formatTime } from '../../../src-renderer/text/numbers'

afterEach(() => void vi.restoreAllMocks())

it('makes the formatters of instants once for a time zone', () => {
  const { DateTimeFormat } = Intl
  const made = vi.spyOn(Intl, 'DateTimeFormat').mockImplementation(function make(...args) {
    return new DateTimeFormat(...args)
  })
  for (let at = 0; at < 100; at += 1) {
    formatInstant(at, 'Africa/Lagos')
    formatTime(at, 'Africa/Lagos')
  }
  expect(made).toHaveBeenCalledTimes(2)
})
