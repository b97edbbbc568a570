import { beforeEach, describe, expect, it } from 'vitest'
import { createLookMarks, type LookMarks } from '../../../src-main/core/door/look-marks'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

describe('the marks of programs that look', () => {
  let clock: FakeClock
  let marks: LookMarks
  let changes: number

  beforeEach(() => {
    clock = createFakeClock()
    marks = createLookMarks(clock)
    changes = 0
    marks.onChange(() => (changes += 1))
  })
  const shown = () => marks.all.map(({ publicId, name }) => `${publicId} ${name}`)

  it('last for four seconds after the last look, and are announced once', () => {
    const ends = [marks.mark('dev_a', 'night'), marks.mark('dev_a', 'night')]
    ends[0]?.()
    clock.advance(60_000)
    expect(shown()).toEqual(['dev_a night'])
    ends[1]?.()
    clock.advance(3000)
    marks.mark('dev_a', 'night')()
    clock.advance(3999)
    expect([shown(), changes]).toEqual([['dev_a night'], 1])
    clock.advance(1)
    expect([shown(), changes]).toEqual([[], 2])
  })

  it('name the program that looked last', () => {
    marks.mark('dev_a', 'night')
    marks.mark('dev_b', 'night')
    marks.mark('dev_a', 'day')
    expect([shown(), changes]).toEqual([['dev_a day', 'dev_b night'], 3])
  })
})
