import { describe, expect, it } from 'vitest'
import { readGesture, type GestureDraft } from '../../../src-renderer/rules/screen-gesture'

const draft = (over: Partial<GestureDraft> = {}): GestureDraft => ({
  type: 'tap',
  unit: 'percent',
  x: '50',
  y: '25,5',
  toX: '0',
  toY: '100',
  ms: '300',
  notches: '-3',
  ...over,
})
const px = { unit: 'px', x: '10', y: '20', toX: '30', toY: '40' } as const

describe('a gesture', () => {
  it('has its points in tenths of a percent, so that it fits every screen', () => {
    expect(readGesture(draft())).toEqual({
      action: { type: 'tap', x: 500, y: 255 },
      space: { width: 1001, height: 1001 },
    })
  })

  it.each([
    [draft({ ...px, type: 'double_tap' }), { type: 'double_tap', x: 10, y: 20, gap_ms: 300 }],
    [draft({ ...px, type: 'long_press' }), { type: 'long_press', x: 10, y: 20, hold_ms: 300 }],
    [draft({ ...px, type: 'swipe' }), { type: 'swipe', x1: 10, y1: 20, x2: 30, y2: 40, duration_ms: 300 }],
    [draft({ ...px, type: 'drag' }), { type: 'drag', x1: 10, y1: 20, x2: 30, y2: 40, duration_ms: 300 }],
    [draft({ ...px, type: 'scroll' }), { type: 'scroll', x: 10, y: 20, dy: -3 }],
  ])('in pixels is sent as it is: %j', (given, action) => {
    expect(readGesture(given)).toEqual({ action, space: null })
  })

  it.each([
    [draft({ x: '101' }), { field: 'x', least: 0, most: 100 }],
    [draft({ y: '' }), { field: 'y', least: 0, most: 100 }],
    [draft({ x: '1e1' }), { field: 'x', least: 0, most: 100 }],
    [draft({ unit: 'px', x: '1.5' }), { field: 'x', least: 0, most: 9999 }],
    [draft({ type: 'swipe', toX: '-1' }), { field: 'toX', least: 0, most: 100 }],
    [draft({ type: 'double_tap', ms: '501' }), { field: 'ms', least: 0, most: 500 }],
    [draft({ type: 'long_press', ms: '99' }), { field: 'ms', least: 100, most: 10_000 }],
    [draft({ type: 'scroll', notches: '21' }), { field: 'notches', least: -20, most: 20 }],
    [draft({ type: 'scroll', notches: '0' }), { field: 'notches', least: 1, most: 20 }],
  ])('names a field without a number of its range: %j', (given, flaw) => {
    const read = readGesture(given)
    expect('flaws' in read && read.flaws).toContainEqual(flaw)
  })

  it('does not ask for numbers that its kind does not have', () => {
    expect(readGesture(draft({ toX: '', toY: 'x', ms: '', notches: '' }))).not.toHaveProperty('flaws')
  })
})
