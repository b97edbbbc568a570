import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Gesture } from '../../src-shared/bridge/gesture'
import { FaultError, type Fault } from '../../src-shared/protocol/fault'
import { createPhoneLines } from '../../src-main/core/phone-lines'
import { createFakeClock } from './fake-clock'

const silence: Fault = { kind: 'network', reason: 'timeout', host: 'h' }
const rejected: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }
const lost: Fault = { kind: 'input-lost' }

/** One thing that hands, the phone, its channel or time do. */
const step = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom('point' as const, 'let-go' as const) },
  { weight: 3, arbitrary: fc.record({ key: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ act: fc.boolean() }) },
  { weight: 3, arbitrary: fc.record({ answer: fc.constantFrom(null, null, silence, rejected) }) },
  { weight: 2, arbitrary: fc.record({ opening: fc.constantFrom(null, lost) }) },
  { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 1, max: 2000 }) }) },
  fc.constantFrom('give-up' as const, 'drop-mirrored' as const),
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const turns = async () => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve()
}

async function play(steps: readonly Step[]) {
  const clock = createFakeClock()
  // Numbers are given in the order in which things were made.
  const done: number[] = []
  const over: number[] = []
  const keys: number[] = []
  const asked: ((fault: Fault | null) => void)[] = []
  // `at` counts what the hand does in one press.
  const fingers: { press: number; at: number; pressed: boolean }[] = []
  let made = 0
  let isLost = false
  let press: { number: number; at: number } | null = null
  let opening: { promise: Promise<Fault | null>; end: (fault: Fault | null) => void } | null = null

  const lines = createPhoneLines({
    clock,
    open: () => opening?.promise ?? null,
    pass(_publicId, gesture) {
      if (gesture.kind === 'pointer')
        fingers.push({ press: gesture.x, at: gesture.y, pressed: gesture.pressed })
      else if (gesture.kind === 'release') fingers.push({ press: NaN, at: NaN, pressed: false })
      else if (gesture.kind === 'key') done.push(Number(gesture.key))
    },
    act(_publicId, action) {
      // One at a time.
      expect(asked).toEqual([])
      if (action.type === 'press') done.push(Number(action.name))
      return new Promise((resolve, reject) => {
        asked.push((fault) => (fault ? reject(new FaultError(fault)) : resolve({ result: {} })))
      })
    },
    onUnderWay: () => undefined,
    onMissed: () => (isLost = true),
  })

  const point = (pressed: boolean) => {
    if (press === null && !pressed) return
    press = press ? { ...press, at: press.at + 1 } : { number: ++made, at: 0 }
    const space = { width: 1, height: 1 }
    const gesture: Gesture = { kind: 'pointer', x: press.number, y: press.at, pressed, space }
    if (!pressed) press = null
    lines.gesture('a', gesture)
  }
  const act = (mirrored: boolean) => {
    const number = ++made
    const isOver = () => over.push(number)
    lines.act('a', { type: 'press', name: String(number) }, { mirrored }).then(isOver, isOver)
    return number
  }
  const answer = (fault: Fault | null) => asked.shift()?.(fault)
  const open = (fault: Fault | null) => {
    if (opening) {
      opening.end(fault)
      opening = null
      return
    }
    let end: (fault: Fault | null) => void = () => undefined
    opening = { promise: new Promise((resolve) => (end = resolve)), end: (ended) => end(ended) }
  }
  const acts: number[] = []
  for (const each of steps) {
    if (each === 'point') point(true)
    else if (each === 'let-go') point(false)
    else if (each === 'give-up') {
      isLost = true
      lines.giveUp('a')
    } else if (each === 'drop-mirrored') isLost = lines.dropMirrored('a') || isLost
    else if ('key' in each) {
      keys.push(++made)
      lines.gesture('a', { kind: 'key', key: String(made) }, each.key)
    } else if ('act' in each) acts.push(act(each.act))
    else if ('answer' in each) answer(each.answer)
    else if ('opening' in each) open(each.opening)
    else clock.advance(each.wait)
    await turns()
  }
  point(false)
  if (opening) open(null)
  for (let count = 0; count < 400; count += 1) {
    await turns()
    answer(null)
    clock.advance(500)
  }
  await turns()
  return { clock, lines, done, over, keys, acts, fingers, point, isLost: () => isLost }
}

describe('whatever hands do on a phone, and it answers', () => {
  const steps = fc.array(step, { maxLength: 80, size: 'max' })

  it('is done once and in its order, or told to be lost', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { done, keys, isLost } = await play(given)
        expect(done).toEqual([...new Set(done)].toSorted((one, other) => one - other))
        if (!isLost()) expect(done.filter((number) => keys.includes(number))).toEqual(keys)
      }),
    ))

  it('is over at last: every action is answered, no finger is down, nothing waits, and a press goes out at once', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { clock, lines, over, acts, fingers, point } = await play(given)
        expect(over.toSorted((one, other) => one - other)).toEqual(acts)
        expect(fingers.at(-1)?.pressed ?? false).toBe(false)
        const before = fingers.length
        for (const pressed of [true, false]) point(pressed)
        expect(fingers).toHaveLength(before + 2)
        expect([lines.waitingPhones, lines.underWay, lines.mirroredTo, lines.close()]).toEqual([
          0,
          [],
          [],
          [],
        ])
        expect(clock.pending).toBe(0)
      }),
    ))

  it('presses as the hand did, from the beginning of a press on, and one after the other', () =>
    fc.assert(
      fc.asyncProperty(steps, async (given) => {
        const { fingers } = await play(given)
        let down: number | null = null
        for (const { press, at, pressed } of fingers) {
          if (pressed) expect({ press, at }).toEqual({ press: down ?? press, at: down === null ? 0 : at })
          down = pressed ? press : null
        }
      }),
    ))
})
