import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import { ControlPacer, type Paced } from '../../../src-main/core/phone/control-pacer'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const space = { width: 100, height: 200 }
const pointer = (phase: 'down' | 'move' | 'up', x: number, press = 1): Gesture => ({
  kind: 'pointer',
  press,
  phase,
  x,
  y: 0,
  space,
})
const scroll = (dy: number): Gesture => ({ kind: 'scroll', x: 1, y: 1, dy, space })
const key = (name: string): Gesture => ({ kind: 'key', key: name })
const text = (what: string): Gesture => ({ kind: 'text', text: what })

function createRun(perSecond = 120) {
  const clock = createFakeClock()
  const sent: { at: number; paced: Paced }[] = []
  const pacer = new ControlPacer({
    clock,
    perSecond,
    send: (paced) => sent.push({ at: clock.monotonic(), paced }),
    onIdle: () => undefined,
  })
  return { clock, sent, pacer, gestures: () => sent.map(({ paced }) => paced) }
}

describe('the control pacer (spec 4.11)', () => {
  let clock: FakeClock
  let pacer: ControlPacer
  let gestures: () => Paced[]

  beforeEach(() => {
    ;({ clock, pacer, gestures } = createRun(10))
  })

  /** Uses up what may be sent at once, so that what follows waits. */
  const fill = () => {
    pacer.push(key('first'))
    return gestures().length
  }

  it('sends at once what the rate allows', () => {
    pacer.push(pointer('down', 1))
    expect(gestures()).toEqual([pointer('down', 1)])
  })

  it('merges waiting moves into the last of them, and keeps the press and the release', () => {
    const before = fill()
    const made = [pointer('down', 1), pointer('move', 2), pointer('move', 4), pointer('up', 5)]
    for (const gesture of made) pacer.push(gesture)
    clock.advance(5000)
    expect(gestures().slice(before)).toEqual([pointer('down', 1), pointer('move', 4), pointer('up', 5)])
  })

  it('sums notches of one direction, at most 20 a message', () => {
    const before = fill()
    for (let notch = 0; notch < 45; notch += 1) pacer.push(scroll(1))
    pacer.push(scroll(-1))
    clock.advance(5000)
    expect(gestures().slice(before)).toEqual([scroll(20), scroll(20), scroll(5), scroll(-1)])
  })

  it('merges nothing across a gesture in between', () => {
    const before = fill()
    const made = [scroll(1), key('a'), scroll(1), text('x'), key('b'), text('y')]
    for (const gesture of made) pacer.push(gesture)
    clock.advance(5000)
    expect(gestures().slice(before)).toEqual(made)
  })

  it('gathers text while the phone types', () => {
    for (const letter of 'hello') pacer.push(text(letter))
    clock.advance(999)
    expect(gestures()).toEqual([text('h')])
    pacer.typed()
    expect(gestures()).toEqual([text('h'), text('ello')])
  })

  it('gathers text for 120 ms if the phone types at once', () => {
    ;({ clock, pacer, gestures } = createRun())
    pacer.push(text('h'))
    pacer.typed()
    for (const letter of 'ey') pacer.push(text(letter))
    clock.advance(119)
    expect(gestures()).toEqual([text('h')])
    clock.advance(1)
    expect(gestures()).toEqual([text('h'), text('ey')])
  })

  it('sends gathered text before a key that follows it', () => {
    for (const letter of 'abc') pacer.push(text(letter))
    pacer.push(key('enter'))
    clock.advance(500)
    expect(gestures()).toEqual([text('a'), text('bc'), key('enter')])
  })

  it('waits at most a second for the answer to a text', () => {
    pacer.push(text('a'))
    pacer.push(text('b'))
    clock.advance(1000)
    expect(gestures()).toEqual([text('a'), text('b')])
  })

  it('drops what waits when it is cleared, and returns it', () => {
    fill()
    pacer.push(pointer('move', 1))
    pacer.push(key('a'))
    expect(pacer.clear()).toEqual([pointer('move', 1), key('a')])
    clock.advance(5000)
    expect(gestures()).toEqual([key('first')])
    expect(clock.pending).toBe(0)
  })
})

describe('the control pacer under random input', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ x: fc.nat(50), isDown: fc.boolean() }) },
    { weight: 2, arbitrary: fc.record({ dy: fc.constantFrom(-3, -1, 1, 2) }) },
    { weight: 2, arbitrary: fc.record({ key: fc.constantFrom('a', 'b') }) },
    { weight: 2, arbitrary: fc.record({ text: fc.string({ minLength: 1, maxLength: 4 }) }) },
    { weight: 3, arbitrary: fc.record({ pause: fc.integer({ min: 0, max: 400 }) }) },
    { weight: 1, arbitrary: fc.constant({ typed: true }) },
  )
  const run = fc.record({
    perSecond: fc.integer({ min: 1, max: 200 }),
    steps: fc.array(step, { maxLength: 150, size: 'max' }),
  })

  const play = ({ perSecond, steps }: typeof run extends fc.Arbitrary<infer Run> ? Run : never) => {
    const { clock, sent, pacer } = createRun(perSecond)
    const made: Gesture[] = []
    let press = 0
    let isDown = false
    const push = (gesture: Gesture) => {
      made.push(gesture)
      pacer.push(gesture)
    }
    for (const each of steps) {
      if ('pause' in each) clock.advance(each.pause)
      else if ('typed' in each) pacer.typed()
      else if ('dy' in each) push(scroll(each.dy))
      else if ('key' in each) push(key(each.key))
      else if ('text' in each) push(text(each.text))
      else if (each.isDown || isDown) {
        if (!isDown) press += 1
        push(pointer(!isDown ? 'down' : each.isDown ? 'move' : 'up', each.x, press))
        isDown = each.isDown
      }
    }
    while (clock.runNext());
    return { made, sent: sent.map(({ paced }) => paced), times: sent.map(({ at }) => at) }
  }

  /** The most in any one second. */
  const busiest = (times: readonly number[]) =>
    Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))

  /** What cannot be taken apart any further: edges of a press, with the last place before each; keys, letters, notches. */
  const atoms = (gestures: readonly Paced[]) => {
    let x = 0
    return gestures.flatMap((gesture) => {
      if (gesture.kind === 'text') return [...gesture.text]
      if (gesture.kind === 'key') return [`<${gesture.key}>`]
      if (gesture.kind === 'scroll')
        return Array<string>(Math.abs(gesture.dy)).fill(gesture.dy > 0 ? 'down' : 'up')
      if (gesture.kind !== 'pointer') return []
      const from = x
      x = gesture.x
      return gesture.phase === 'move' ? [] : [`${from}>${gesture.phase} ${gesture.press}@${x}`]
    })
  }

  it('sends at most 9/10 of the rate in any one second', () => {
    fc.assert(
      fc.property(run, (given) => {
        expect(busiest(play(given).times)).toBeLessThanOrEqual(Math.max(1, given.perSecond * 0.9))
      }),
    )
  })

  it('stays below the rate at the service if each message is up to 100 ms on its way', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 150 })
    fc.assert(
      fc.property(run, delays, (given, late) => {
        let last = 0
        // None overtakes another.
        const times = play(given).times.map(
          (at, index) => (last = Math.max(last, at + (late[index % late.length] ?? 0))),
        )
        expect(busiest(times)).toBeLessThanOrEqual(given.perSecond)
      }),
    )
  })

  it('uses 9/10 of the rate under steady input, and survives a stall of 100 ms', () => {
    const { clock, sent, pacer } = createRun(120)
    for (let ms = 0; ms < 5000; ms += 1) {
      pacer.push(key('a'))
      clock.advance(1)
    }
    const times = sent.map(({ at }) => at).filter((at) => at < clock.monotonic())
    expect(busiest(times)).toBeGreaterThanOrEqual(96)
    expect(busiest(times)).toBeLessThanOrEqual(108)
    for (let stall = 0; stall < 5000; stall += 10) {
      const from = (times[0] ?? 0) + stall
      const arrived = times.map((at) => (at >= from && at < from + 100 ? from + 100 : at))
      expect(busiest(arrived)).toBeLessThanOrEqual(120)
    }
  })

  it('loses no press, release, key, letter or notch, and keeps their order and places', () => {
    fc.assert(
      fc.property(run, (given) => {
        const { made, sent } = play(given)
        expect(atoms(sent)).toEqual(atoms(made))
      }),
    )
  })

  it('sends a long text whole, in messages that the service takes', () => {
    const long = fc
      .tuple(fc.constantFrom('a', '漢', '😀', '"'), fc.integer({ min: 1, max: 3000 }))
      .map(([character, times]) => character.repeat(times))
    fc.assert(
      fc.property(fc.array(long, { maxLength: 4, size: 'max' }), (texts) => {
        const { made, sent } = play({ perSecond: 120, steps: texts.map((each) => ({ text: each })) })
        for (const gesture of sent) {
          const message = JSON.stringify({ type: 'text', text: 'text' in gesture ? gesture.text : '' })
          expect(Buffer.byteLength(message)).toBeLessThanOrEqual(8192)
          expect('text' in gesture && [...gesture.text].length <= 4096).toBe(true)
        }
        expect(atoms(sent)).toEqual(atoms(made))
      }),
      { numRuns: 25 },
    )
  })
})
