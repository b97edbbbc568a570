import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readAction } from '../../../src-simulator/actions/action-schema'
import { performAction } from '../../../src-simulator/actions/perform-action'
import { StillPhone } from './still-phone'

let still: StillPhone
beforeEach(() => {
  still = new StillPhone()
})
afterEach(() => still.close())

/** Records the handset calls of an action with their times, and its result. */
async function perform(body: unknown) {
  const result = performAction(readAction(body), still.phone, still.clock)
  const calls = await still.during(60_000)
  return { calls, result: await result }
}

/** The finger's positions and times. */
async function strokeOf(body: unknown) {
  const { calls } = await perform(body)
  return calls.map(([at, name, x, y, pressed]) => {
    expect(name).toBe('pointer')
    return { at, x: Number(x), y: Number(y), pressed }
  })
}

describe('4.5 handset calls of actions', () => {
  it.each<[Record<string, unknown>, unknown[][], unknown?]>([
    [
      { type: 'tap', x: 3, y: 4 },
      [
        [0, 'pointer', 3, 4, true],
        [50, 'pointer', 3, 4, false],
      ],
    ],
    [
      { type: 'double_tap', x: 3, y: 4 },
      [
        [0, 'pointer', 3, 4, true],
        [50, 'pointer', 3, 4, false],
        [150, 'pointer', 3, 4, true],
        [200, 'pointer', 3, 4, false],
      ],
    ],
    [
      { type: 'double_tap', x: 3, y: 4, gap_ms: 500 },
      [
        [0, 'pointer', 3, 4, true],
        [50, 'pointer', 3, 4, false],
        [550, 'pointer', 3, 4, true],
        [600, 'pointer', 3, 4, false],
      ],
    ],
    [
      { type: 'long_press', x: 3, y: 4 },
      [
        [0, 'pointer', 3, 4, true],
        [600, 'pointer', 3, 4, false],
      ],
    ],
    [
      { type: 'long_press', x: 3, y: 4, hold_ms: 30_000 },
      [
        [0, 'pointer', 3, 4, true],
        [30_000, 'pointer', 3, 4, false],
      ],
    ],
    [{ type: 'scroll', x: 3, y: 4, dy: -30 }, [[0, 'scroll', 3, 4, -20]]],
    [{ type: 'text', text: 'hello' }, [[0, 'text', 'hello']]],
    [{ type: 'key', key: 'enter' }, [[0, 'key', 'enter']]],
    [{ type: 'press', name: 'home' }, [[0, 'press', { name: 'home' }]]],
    [{ type: 'press', modifiers: ['cmd'], key: 'c' }, [[0, 'press', { modifiers: ['cmd'], key: 'c' }]]],
    [{ type: 'open_url', url: 'https://example.org/a?b=c' }, [[0, 'openUrl', 'https://example.org/a?b=c']]],
    [{ type: 'open_app', target: 'sys_notes' }, [[0, 'openApp', { target: 'sys_notes' }]]],
    [
      { type: 'open_app', target: 'messenger', username: 'a_bot' },
      [[0, 'openApp', { target: 'messenger', username: 'a_bot' }]],
    ],
    [{ type: 'clipboard_set', text: 'copied' }, [[0, 'setClipboard', 'copied']]],
    [{ type: 'clipboard_get' }, [[0, 'clipboard']], { clipboard: 'copied' }],
    [{ type: 'airplane', on: true }, [[0, 'setAirplane', true]]],
    [{ type: 'device_ip' }, [], { ip: '192.0.2.1' }],
    [{ type: 'recalibrate' }, []],
  ])('%j', async (action, calls, result = {}) => {
    expect(await perform(action)).toEqual({ calls, result })
  })
  it.each([
    ['swipe', undefined, 250],
    ['swipe', 1000, 1000],
    ['drag', undefined, 600],
    ['drag', 80, 80],
  ])('a %s of %s ms moves evenly for %i ms', async (type, duration, lasts) => {
    const stroke = await strokeOf({
      ...{ type, x1: 10, y1: 300, x2: 110, y2: 100 },
      ...(duration !== undefined && { duration_ms: duration }),
    })
    const moves = stroke.slice(0, -1)
    expect(moves.length).toBeGreaterThan(4)
    for (const { at, x, y, pressed } of moves) {
      expect(x).toBeCloseTo(10 + (100 * at) / lasts, -0.5)
      expect(y).toBeCloseTo(300 - (200 * at) / lasts, -0.5)
      expect(pressed).toBe(true)
    }
    expect(stroke[0]).toEqual({ at: 0, x: 10, y: 300, pressed: true })
    expect(stroke.at(-1)).toEqual({ at: lasts, x: 110, y: 100, pressed: false })
  })
  it.each([
    [undefined, 600],
    [1200, 1200],
  ])('a path of %s ms goes through each of its points, in %i ms', async (duration, lasts) => {
    const points = [
      { x: 0, y: 0 },
      { x: 100, y: 0 },
      { x: 100, y: 100 },
    ]
    const stroke = await strokeOf({
      type: 'path',
      points,
      ...(duration !== undefined && { duration_ms: duration }),
    })
    for (const { at, x, y } of stroke) {
      const way = (200 * at) / lasts
      expect(x).toBeCloseTo(Math.min(100, way), -0.5)
      expect(y).toBeCloseTo(Math.max(0, way - 100), -0.5)
    }
    expect(stroke[0]).toEqual({ at: 0, x: 0, y: 0, pressed: true })
    expect(stroke.at(-1)).toEqual({ at: lasts, x: 100, y: 100, pressed: false })
  })
  it('waits for the previous action', async () => {
    const first = performAction(readAction({ type: 'tap', x: 1, y: 1 }), still.phone, still.clock)
    const second = performAction(readAction({ type: 'key', key: 'enter' }), still.phone, still.clock)
    expect(await still.during(1000)).toEqual([
      [0, 'pointer', 1, 1, true],
      [50, 'pointer', 1, 1, false],
      [50, 'key', 'enter'],
    ])
    await Promise.all([first, second])
  })
})
