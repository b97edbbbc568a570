import { afterEach, describe, expect, it, vi } from 'vitest'
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

describe('midnight UTC, when the budgets are full again, in the person’s own zone', () => {
  it.each([
    ['Europe/Berlin', '2026-03-29T00:00:00Z', '29 Mar 2026, 01:00', 'the night in which summer time begins'],
    ['Europe/Berlin', '2026-03-30T00:00:00Z', '30 Mar 2026, 02:00', 'the night after'],
    ['Europe/Berlin', '2026-10-25T00:00:00Z', '25 Oct 2026, 02:00', 'the night in which it ends'],
    ['Europe/Berlin', '2026-10-26T00:00:00Z', '26 Oct 2026, 01:00', 'the night after'],
    ['America/New_York', '2026-03-08T00:00:00Z', '7 Mar 2026, 19:00', 'the evening before it begins'],
    ['America/New_York', '2026-03-09T00:00:00Z', '8 Mar 2026, 20:00', 'the evening after'],
    ['America/New_York', '2026-11-01T00:00:00Z', '31 Oct 2026, 20:00', 'the evening before it ends'],
    ['America/New_York', '2026-11-02T00:00:00Z', '1 Nov 2026, 19:00', 'the evening after'],
    ['Asia/Kolkata', '2026-03-29T00:00:00Z', '29 Mar 2026, 05:30', 'half an hour off, all year'],
    [
      'Australia/Lord_Howe',
      '2026-10-03T00:00:00Z',
      '3 Oct 2026, 10:30',
      'before half an hour of summer time',
    ],
    ['Australia/Lord_Howe', '2026-10-04T00:00:00Z', '4 Oct 2026, 11:00', 'after it began'],
  ])('%s, %s is %s: %s', (timeZone, instant, shown) => {
    expect(formatInstant(instant, timeZone)).toBe(shown)
    expect(formatTime(Date.parse(instant), timeZone)).toBe(shown.slice(-5))
  })

  it('is the same instant however the service writes its offset', () => {
    expect(formatInstant('2026-03-29T05:30:00+05:30', 'Europe/Berlin')).toBe('29 Mar 2026, 01:00')
  })
})
