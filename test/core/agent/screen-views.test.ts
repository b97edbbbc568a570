import { describe, expect, it } from 'vitest'
import { pictureSizeOf, ScreenViews } from '../../../src-main/core/agent/screen-views'
import { line } from '../flows/run/flow-bench'

const large = { width: 1000, height: 2400 }
const turned = { width: 2400, height: 1000 }
const seen = { size: large, touch: new AbortController().signal }

describe('the pixels that a program means', () => {
  it('are those of a picture whose longest side is 1200', () => {
    expect(pictureSizeOf({ width: 600, height: 1200 })).toEqual({ width: 600, height: 1200 })
    expect(pictureSizeOf(large)).toEqual({ width: 500, height: 1200 })
    expect(pictureSizeOf(turned)).toEqual({ width: 1200, height: 500 })
  })

  it('are those of the snapshot before it saw a picture, and of the picture afterwards', () => {
    const views = new ScreenViews()
    expect(views.pointIn('one', 100, 200, large)).toEqual({ x: 100, y: 200 })
    expect(views.saw('one', seen)).toEqual({ width: 500, height: 1200 })
    expect(views.pointIn('one', 100, 200, large)).toEqual({ x: 200, y: 400 })
    expect(views.pointIn('one', 499.9, 1199.9, large)).toEqual({ x: 999, y: 2399 })
    expect(views.pointIn('other', 100, 200, large)).toEqual({ x: 100, y: 200 })
  })

  it('lie inside of the picture', () => {
    const views = new ScreenViews()
    views.saw('one', seen)
    expect(() => views.pointIn('one', 500, 0, large)).toThrow(
      'outside of the picture, which has 500 × 1200 px',
    )
  })

  it('are not meant once a person has used the phone, until the next look', () => {
    const views = new ScreenViews()
    const touch = new AbortController()
    views.saw('one', { ...seen, touch: touch.signal })
    touch.abort()
    for (const refused of [() => views.pointIn('one', 1, 1, large), () => views.assertUntouched('one')])
      expect(refused).toThrow('A person has used the phone since you saw it. Call see again.')
    expect(() => views.assertUntouched('other')).not.toThrow()
    views.saw('one', seen)
    expect(views.pointIn('one', 1, 1, large)).toEqual({ x: 2, y: 2 })
  })

  it('are no longer meant once the phone has turned', () => {
    const views = new ScreenViews()
    views.saw('one', seen)
    expect(() => views.pointIn('one', 1, 1, turned)).toThrow('input-not-sent')
    expect(views.spaceOf('one', turned)).toEqual(turned)
  })

  it('are those of the boxes of lines', () => {
    const views = new ScreenViews()
    views.saw('one', seen)
    const read = [line('Send now', 100, 200), line('b', 0, 0), line('7', 10, 10)]
    expect(views.linesIn('one', read, large)).toEqual([
      { text: 'Send now', box: { x: 50, y: 100, width: 20, height: 10 } },
      { text: '7', box: { x: 5, y: 5, width: 20, height: 10 } },
    ])
    expect(views.shownBy('one')).toBe('Send now')
    expect(views.shownBy('other')).toBeNull()
  })
})
