import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { UnderWay } from '../../../src-shared/features/phones'
import type { Action } from '../../../src-shared/protocol/action'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import type { Act } from '../../../src-main/core/input/act-on-phone'
import { InputQueues } from '../../../src-main/core/input/input-queue'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { createTouches, type Touches } from './touches'

const space = { width: 400, height: 900 }
const home: Action = { type: 'press', name: 'home' }
const lock: Action = { type: 'press', name: 'lock' }
const text = (what: string): Gesture => ({ kind: 'text', text: what })
const key: Gesture = { kind: 'key', key: 'enter' }
const at = (x: number, phase: 'down' | 'move' | 'up') =>
  ({ kind: 'pointer', press: 1, phase, x, y: 10, space }) as const
const down = at(10, 'down')
const move = at(20, 'move')
const up = at(10, 'up')
const release: Gesture = { kind: 'release', press: 1 }
const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }

interface Asked {
  stop: AbortSignal
  answer: (fault?: Fault) => Promise<void>
}

describe('the queue of a phone’s input', () => {
  let clock: FakeClock
  let lines: InputQueues
  let touches: Touches
  const make: Touches['make'] = (...made) => touches.make(...made)
  /** What reached each phone, in order, with the time of what has one. */
  let done: Record<string, unknown[]>
  let asked: Asked[]
  let told: UnderWay[]
  /** The channels that are opening. */
  let opening: Map<string, Promise<Fault | null>>
  /** Ends the opening of a phone's channel. */
  let opened: Record<string, (fault: Fault | null) => Promise<void>>
  let missed: [publicId: string, fault: Fault][]
  /** Why gestures are lost now. */
  let losing: Fault | null
  const startOpening = (publicId: string) => {
    const promise = new Promise<Fault | null>((resolve) => {
      opened[publicId] = (fault) => {
        opening.delete(publicId)
        resolve(fault)
        return turns()
      }
    })
    opening.set(publicId, promise)
  }
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const wait = async (ms: number) => {
    for (let passed = 0; passed < ms; passed += 10) {
      clock.advance(10)
      await turns()
    }
  }
  const note = (publicId: string, what: unknown) => (done[publicId] = [...(done[publicId] ?? []), what])
  /** What became of an action. */
  const outcome = (promise: Promise<unknown>) =>
    promise.then(
      () => 'done',
      (thrown: unknown) => faultOf(thrown).kind,
    )

  beforeEach(() => {
    clock = createFakeClock()
    done = {}
    asked = []
    told = []
    opened = {}
    opening = new Map()
    missed = []
    losing = null
    lines = new InputQueues({
      clock,
      open: (publicId) => opening.get(publicId) ?? null,
      pass(publicId, gesture) {
        note(publicId, gesture)
        if (losing) lines.of(publicId).lose(losing)
      },
      act(publicId, action, stop) {
        note(publicId, action)
        return new Promise((resolve, reject) =>
          asked.push({
            stop,
            answer(fault) {
              if (fault) reject(new FaultError(fault))
              else resolve({ result: {} })
              return turns()
            },
          }),
        )
      },
      onUnderWay: (underWay) => told.push(underWay),
      onLost: (publicId, fault) => missed.push([publicId, fault]),
    })
    touches = createTouches(lines)
  })

  it('keeps the order behind an action, and holds up no other phone', async () => {
    const first = outcome(lines.of('a').act(home))
    const second = outcome(lines.of('a').act(lock))
    for (const gesture of [text('b'), text('c'), key, text('d')]) make('a', gesture)
    make('b', key)
    expect(done).toEqual({ a: [home], b: [key] })
    await asked[0]?.answer(refusal)
    expect(done['a']).toEqual([home, lock])
    await asked[1]?.answer()
    expect(done['a']).toEqual([home, lock, text('bc'), key, text('d')])
    expect([await first, await second]).toEqual(['problem', 'done'])
    make('a', key)
    expect(done['a']).toHaveLength(6)
  })

  it('passes a hover at once: it only opens the channel', () => {
    void lines.of('a').act(home)
    make('a', { kind: 'hover' })
    expect(done['a']).toEqual([home, { kind: 'hover' }])
  })

  it('keeps the times of a press that waited, and sends nothing between', async () => {
    void lines.of('a').act(home)
    make('a', down)
    await wait(300)
    make('a', move)
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, down])
    await wait(200)
    make('a', text('b'))
    make('a', up)
    make('a', key)
    // All goes out 300 ms after the hand made it.
    await wait(90)
    expect(done['a']).toEqual([home, down])
    await wait(10)
    expect(done['a']).toEqual([home, down, move])
    await wait(190)
    expect(done['a']).toHaveLength(3)
    await wait(10)
    expect(done['a']?.slice(3)).toEqual([up, text('b'), key])
    make('a', down)
    expect(done['a']).toHaveLength(7)
  })

  it('keeps the pauses between all that waited, up to 500 ms, and merges texts', async () => {
    const scroll: Gesture = { kind: 'scroll', x: 1, y: 1, dy: 1, space }
    void lines.of('a').act(home)
    for (const [gesture, ms] of [
      [down, 50],
      [up, 400],
      [text('b'), 100],
      [text('c'), 300],
      [down, 50],
      [up, 200],
      [scroll, 300],
      [scroll, 100],
      [key, 700],
      [text('d'), 0],
    ] as const) {
      make('a', gesture)
      await wait(ms)
    }
    await asked[0]?.answer()
    const began = clock.monotonic()
    const times: number[] = []
    for (let seen = 1; clock.monotonic() - began < 2500; await wait(10)) {
      for (; seen < (done['a']?.length ?? 0); seen += 1) times.push(clock.monotonic() - began)
    }
    const both: Gesture = { ...scroll, dy: 2 }
    expect(done['a']).toEqual([home, down, up, text('bc'), down, up, both, key, text('d')])
    expect(times).toEqual([0, 50, 450, 750, 800, 1000, 1100, 1600])
  })

  it('adds up waiting notches of one direction and screen, up to one message', async () => {
    const scroll = (dy: number, on = space): Gesture => ({ kind: 'scroll', x: 1, y: 1, dy, space: on })
    const turned = { width: space.height, height: space.width }
    void lines.of('a').act(home)
    for (const gesture of [scroll(15), scroll(4), scroll(2), scroll(-1), scroll(-2), scroll(-3, turned)]) {
      make('a', gesture)
    }
    await asked[0]?.answer()
    await wait(1)
    expect(done['a']).toEqual([home, scroll(19), scroll(2), scroll(-3), scroll(-3, turned)])
  })

  it('waits while the channel opens, and keeps the hand’s times', async () => {
    startOpening('a')
    const times: number[] = []
    make('a', { kind: 'hover' })
    expect(done['a']).toEqual([{ kind: 'hover' }])
    for (const [gesture, ms] of [
      [down, 100],
      [up, 250],
      [down, 50],
      [move, 30],
    ] as const) {
      make('a', gesture)
      await wait(ms)
    }
    const began = clock.monotonic()
    await opened['a']?.(null)
    for (let seen = 1; clock.monotonic() - began < 1000; await wait(10)) {
      if (clock.monotonic() - began === 300) make('a', up)
      for (; seen < (done['a']?.length ?? 0); seen += 1) times.push(clock.monotonic() - began)
    }
    expect(done['a']?.slice(1)).toEqual([down, up, down, move, up])
    expect(times).toEqual([0, 100, 350, 400, 730])
    make('a', key)
    expect(done['a']).toHaveLength(7)
    expect(missed).toEqual([])
  })

  it('reports input once if the control channel does not open', async () => {
    startOpening('a')
    const fault: Fault = { kind: 'input-not-sent', why: 'channel-closed' }
    for (const gesture of [key, text('b'), down]) make('a', gesture)
    await opened['a']?.(fault)
    expect(missed).toEqual([['a', fault]])
    for (const gesture of [move, up]) make('a', gesture)
    expect(done['a']).toBeUndefined()
    for (const gesture of [down, up]) make('a', gesture)
    expect(done['a']).toEqual([down, up])
  })

  it('sends no action made before a lost input or within a second after it', async () => {
    void lines.of('a').act(home)
    make('a', text('b'))
    const before = outcome(lines.of('a').act(lock))
    losing = { kind: 'input-not-sent', why: 'channel-closed' }
    await asked[0]?.answer()
    losing = null
    expect(await before).toBe('input-not-sent')
    await wait(990)
    make('a', key)
    expect(await outcome(lines.of('a').act(lock))).toBe('input-not-sent')
    expect(done['a']).toEqual([home, text('b'), key])
    await wait(20)
    void lines.of('a').act(lock)
    expect(done['a']?.slice(3)).toEqual([lock])
    await asked[1]?.answer()
    expect(lines.close()).toEqual([])
  })

  it('stops a user’s action behind a lost input, but no flow’s and no clipboard’s', async () => {
    const why: Fault = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }
    const loss: Fault = { kind: 'input-not-sent', why: 'channel-closed', because: why }
    const run: Act = (publicId, action, stop) =>
      new Promise((resolve) => {
        note(publicId, action)
        asked.push({ stop, answer: () => (resolve({ result: {} }), turns()) })
      })
    const set: Action = { type: 'clipboard_set', text: 'b' }
    void lines.of('a').act(home)
    void lines.of('b').act(home, { by: run, reportsItself: true })
    void lines.of('c').act(set)
    for (const publicId of ['a', 'b', 'c', 'd']) lines.of(publicId).lose(loss)
    expect(asked.map(({ stop }) => stop.aborted)).toEqual([true, false, false])
    expect(faultOf(asked[0]?.stop.reason)).toEqual(why)
    for (const each of asked) await each.answer()
    void lines.of('c').act(set)
    expect(done['c']).toEqual([set, set])
    // The next has its own.
    await wait(5010)
    void lines.of('a').act(lock)
    expect(asked.at(-1)?.stop.aborted).toBe(false)
  })

  it('reports that the channel is slow to open only while something waits for it', async () => {
    startOpening('a')
    make('a', { kind: 'hover' })
    await wait(2000)
    expect(told).toEqual([])
    make('a', key)
    await wait(1490)
    expect(told).toEqual([])
    await wait(10)
    expect([told, lines.underWay]).toEqual([
      [{ publicId: 'a', what: { type: 'opening' } }],
      [{ publicId: 'a', what: { type: 'opening' } }],
    ])
    await opened['a']?.(null)
    expect([told[1], lines.underWay]).toEqual([{ publicId: 'a', what: null }, []])
  })

  it('lets no action hold up a press that is down', () => {
    make('a', down)
    void lines.of('a').act(home)
    make('a', move)
    make('a', up)
    make('a', down)
    expect(done['a']).toEqual([down, home, move, up])
  })

  it('ends a mirrored press at once, and sends what waits behind it', async () => {
    void lines.of('a').act(home)
    make('a', down, true)
    make('a', key)
    expect(touches.endMirrored('a')).toBe(true)
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, key])
    // One that goes out late too.
    void lines.of('a').act(home)
    make('a', down, true)
    await wait(100)
    await asked[1]?.answer()
    make('a', key)
    expect(touches.endMirrored('a')).toBe(false)
    await turns()
    expect(done['a']?.slice(3)).toEqual([down, release, key])
  })

  it('drops only mirrored input', async () => {
    void lines.of('a').act(home)
    make('a', key, true)
    const mirrored = outcome(lines.of('a').act(lock, { mirroredBy: 'wall 1' }))
    make('a', text('b'))
    make('a', text('c'), true)
    make('a', text('d'))
    expect(lines.mirroredTo).toEqual(['a'])
    expect(lines.of('a').dropMirrored('wall 2'), 'another window mirrors nothing here').toBe(false)
    expect([
      lines.of('a').dropMirrored('wall 1'),
      lines.of('a').dropMirrored('wall 1'),
      lines.of('b').dropMirrored('wall 1'),
    ]).toEqual([true, false, false])
    expect(lines.mirroredTo).toEqual([])
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, text('b'), text('d')])
    expect(await mirrored).toBe('input-not-sent')
  })

  it('keeps the pause before an action, so that a tapped field has the focus', async () => {
    void lines.of('a').act(home)
    for (const gesture of [down, up]) make('a', gesture)
    await wait(200)
    void lines.of('a').act(lock)
    await wait(1600)
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, down, up])
    expect(told, 'nothing keeps it busy in the pause').toEqual([
      { publicId: 'a', what: home },
      { publicId: 'a', what: null },
    ])
    await wait(190)
    expect(done['a']).toHaveLength(3)
    await wait(10)
    expect(done['a']).toEqual([home, down, up, lock])
  })

  it('cancels all that waits, and the next try of the action', async () => {
    const first = outcome(lines.of('a').act(home))
    const second = outcome(lines.of('a').act(lock))
    make('a', key)
    lines.of('a').giveUp()
    expect(asked[0]?.stop.aborted).toBe(true)
    expect(await second).toBe('input-not-sent')
    make('a', text('b'))
    void lines.of('a').act(lock)
    await asked[0]?.answer(refusal)
    expect(await first).toBe('problem')
    expect(done['a']).toEqual([home, text('b'), lock])
    expect(asked[1]?.stop.aborted).toBe(false)
  })

  it('sends gestures, but no action, behind an action without an answer', async () => {
    const silence: Fault = { kind: 'network', reason: 'timeout', host: 'a' }
    const first = lines.of('a').act(home).catch(faultOf)
    const waited = [lines.of('a').act(lock), lines.of('a').act(lock, { reportsItself: true })]
    const refusals = waited.map((each) => each.catch(faultOf))
    make('a', key)
    await asked[0]?.answer(silence)
    expect(await first).toEqual(silence)
    const notSent = { kind: 'input-not-sent', why: 'earlier-unanswered' }
    expect(await Promise.all(refusals)).toEqual([notSent, notSent])
    expect(done['a']).toEqual([home, key])
    void lines.of('a').act(lock)
    expect(done['a']?.slice(2)).toEqual([lock])
  })

  it('reports what a phone has been busy with for long, until it no longer is', async () => {
    void lines.of('a').act(home)
    await wait(1400)
    await asked[0]?.answer()
    void lines.of('a').act(lock)
    await wait(1490)
    expect(told).toEqual([])
    await wait(10)
    expect(told).toEqual([{ publicId: 'a', what: lock }])
    expect(lines.underWay).toEqual([{ publicId: 'a', what: lock }])
    void lines.of('a').act(home)
    await asked[1]?.answer()
    expect(told[1]).toEqual({ publicId: 'a', what: home })
    await asked[2]?.answer()
    expect(told.slice(2)).toEqual([{ publicId: 'a', what: null }])
    expect(lines.underWay).toEqual([])
  })

  it('counts the phones with waiting input or a long action', async () => {
    void lines.of('a').act(home)
    void lines.of('b').act(home, { reportsItself: true })
    void lines.of('b').act(home, { reportsItself: true })
    for (const gesture of [down, up]) make('c', gesture)
    expect(lines.waitingPhones).toBe(0)
    make('a', down)
    expect(lines.waitingPhones).toBe(1)
    await wait(100)
    make('a', up)
    await asked[0]?.answer()
    // It is not let go yet.
    expect(lines.waitingPhones).toBe(1)
    await wait(110)
    expect(lines.waitingPhones).toBe(0)
    await wait(500)
    void lines.of('a').act(home)
    await wait(1490)
    expect(lines.waitingPhones).toBe(0)
    await wait(10)
    expect(lines.waitingPhones).toBe(1)
  })

  it('stops all when the fleet closes, and names the phones with lost input', async () => {
    void outcome(lines.of('a').act(home))
    void outcome(lines.of('b').act(home))
    void lines.of('c').act(home)
    make('b', key)
    await asked[2]?.answer()
    void outcome(lines.of('d').act(home, { reportsItself: true }))
    void outcome(lines.of('d').act(home, { reportsItself: true }))
    expect(lines.close()).toEqual(['a', 'b'])
    expect(asked.map(({ stop }) => stop.aborted)).toEqual([true, true, false, true])
    await asked[1]?.answer(refusal)
    expect(done['b']).toEqual([home])
    expect(clock.pending).toBe(0)
  })
})
