import { describe, expect, it } from 'vitest'
import {
  readGesture,
  type GestureDraft,
  type GestureScreens,
} from '../../../src-renderer/rules/screen-gesture'

const draft = (over: Partial<GestureDraft> = {}): GestureDraft => ({
  type: 'tap',
  unit: 'percent',
  x: '50',
  y: '25,5',
  toX: '0',
  toY: '100',
  points: '',
  ms: '300',
  notches: '-3',
  ...over,
})
const screens: GestureScreens = { size: null, names: { points: 'route', x: 'left', y: 'top' } }
const small: GestureScreens = { ...screens, size: { width: 100, height: 200 } }
const px = { unit: 'px', x: '10', y: '20', toX: '30', toY: '40' } as const

describe('a gesture', () => {
  it('has its points in tenths of a percent, so that it fits every screen', () => {
    expect(readGesture(draft(), screens)).toEqual({
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
    expect(readGesture(given, screens)).toEqual({ action, space: null })
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
    const read = readGesture(given, screens)
    expect('flaws' in read && read.flaws).toContainEqual(flaw)
  })

  it('does not ask for numbers that its kind does not have', () => {
    expect(
      readGesture(draft({ toX: '', toY: 'x', points: '', ms: '', notches: '' }), screens),
    ).not.toHaveProperty('flaws')
  })

  it('in pixels is on every screen whose size is known', () => {
    const last = draft({ ...px, type: 'drag', toX: '99', toY: '199' })
    expect(readGesture(last, small)).not.toHaveProperty('flaws')
    expect(readGesture({ ...last, toX: '100', toY: '200' }, small)).toEqual({
      flaws: [
        { field: 'toX', least: 0, most: 99 },
        { field: 'toY', least: 0, most: 199 },
      ],
    })
  })
})

describe('a path', () => {
  const path = (points: string, unit: GestureDraft['unit'] = 'px') =>
    readGesture(draft({ type: 'path', unit, x: '', points }), small)
  const many = (count: number) => Array.from({ length: count }, (_, at) => `${at % 100},0`).join(' ')

  it.each(['10,20 50,60', ' 10 , 20\t50,\n60; '])(
    'has its points in the words of the service: %j',
    (points) => {
      expect(path(points)).toEqual({
        action: {
          type: 'path',
          route: [
            { left: 10, top: 20 },
            { left: 50, top: 60 },
          ],
        },
        space: null,
      })
    },
  )

  it('in percent fits every screen', () => {
    expect(path('0,100 12.5,50', 'percent')).toEqual({
      action: {
        type: 'path',
        route: [
          { left: 0, top: 1000 },
          { left: 125, top: 500 },
        ],
      },
      space: { width: 1001, height: 1001 },
    })
  })

  it.each([
    ['', { why: 'count' }],
    ['10,10', { why: 'count' }],
    [many(201), { why: 'count' }],
    ['10,10 50', { why: 'no-point', typed: '50' }],
    ['10,10 50,50,50', { why: 'no-point', typed: '50,50,50' }],
    ['10,10 5.5,50', { why: 'no-point', typed: '5.5,50' }],
    ['10,10 1e1,50', { why: 'no-point', typed: '1e1,50' }],
    ['10,10 x,50', { why: 'no-point', typed: 'x,50' }],
    ['10,10 100,50', { why: 'outside', typed: '100,50', most: { x: 99, y: 199 } }],
    ['10,-1 50,50', { why: 'outside', typed: '10,-1', most: { x: 99, y: 199 } }],
  ])('says what is wrong with its points: %j', (points, flaw) => {
    expect(path(points)).toEqual({ flaws: [{ field: 'points', ...flaw }] })
  })

  it('has up to 200 points', () => {
    expect(path(many(200))).not.toHaveProperty('flaws')
  })

  it('in percent ends at 100', () => {
    expect(path('0,0 50,100.1', 'percent')).toMatchObject({ flaws: [{ why: 'outside', typed: '50,100.1' }] })
  })
})
