import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/bridge/gesture'
import type { UnderWay } from '../../../src-shared/bridge/under-way'
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

describe('input queues', () => {
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
        if (losing) lines.lose(publicId, losing)
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

  it('is done at once on a phone that is not busy', () => {
    for (const gesture of [down, up, key, text('a')]) make('a', gesture)
    expect(done['a']).toEqual([down, up, key, text('a')])
  })

  it('keeps the order behind an action, and holds up no other phone', async () => {
    const first = outcome(lines.act('a', home))
    const second = outcome(lines.act('a', lock))
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

  it('opens the control channel without waiting: a hover does nothing', () => {
    void lines.act('a', home)
    make('a', { kind: 'hover' })
    expect(done['a']).toEqual([home, { kind: 'hover' }])
  })

  it('keeps the times of a press that waited', async () => {
    void lines.act('a', home)
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

  it('ends a press that went out late at its time, whatever else was made during it', async () => {
    void lines.act('a', home)
    make('a', down)
    await wait(100)
    await asked[0]?.answer()
    void lines.act('a', lock)
    make('a', up)
    await wait(90)
    expect(done['a']).toEqual([home, down])
    await wait(10)
    expect(done['a']).toEqual([home, down, up, lock])
  })

  it('keeps the pauses between presses that waited, up to 500 ms', async () => {
    void lines.act('a', home)
    for (const pauseMs of [150, 3000, 0]) {
      make('a', down)
      await wait(60)
      make('a', up)
      await wait(pauseMs)
    }
    const began = clock.monotonic()
    const times: number[] = []
    await asked[0]?.answer()
    for (let seen = 1; seen < 7; await wait(10)) {
      for (; seen < (done['a']?.length ?? 0); seen += 1) times.push(clock.monotonic() - began)
      if (clock.monotonic() - began > 2000) break
    }
    expect(times).toEqual([0, 60, 210, 270, 770, 830])
  })

  it('keeps the pauses between all that waited, up to half a second, but for what is one in its kind', async () => {
    const scroll: Gesture = { kind: 'scroll', x: 1, y: 1, dy: 1, space }
    void lines.act('a', home)
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

  it('adds up what is scrolled one way on one screen while it waits, as far as one message goes', async () => {
    const scroll = (dy: number, on = space): Gesture => ({ kind: 'scroll', x: 1, y: 1, dy, space: on })
    const turned = { width: space.height, height: space.width }
    void lines.act('a', home)
    for (const gesture of [scroll(15), scroll(4), scroll(2), scroll(-1), scroll(-2), scroll(-3, turned)]) {
      make('a', gesture)
    }
    await asked[0]?.answer()
    await wait(1)
    expect(done['a']).toEqual([home, scroll(19), scroll(2), scroll(-3), scroll(-3, turned)])
  })

  it('waits while the channel opens, and keeps what the hand took', async () => {
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

  it('types what was typed while the channel opens whole, and at once behind it', async () => {
    startOpening('a')
    for (const what of ['b', 'c', 'd']) {
      make('a', text(what))
      await wait(600)
    }
    await opened['a']?.(null)
    expect(done['a']).toEqual([text('bcd')])
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

  it('does no action behind what was dropped because the channel did not open, but those of a run, and what is done after', async () => {
    startOpening('a')
    make('a', text('b'))
    const acted = [lines.act('a', home), lines.act('a', home, { mirrored: true })].map(outcome)
    const by: Act = async (publicId, action) => {
      note(publicId, action)
      return { result: {} }
    }
    const ofRun = outcome(lines.act('a', lock, { by, reportsItself: true }))
    await opened['a']?.({ kind: 'input-not-sent', why: 'channel-closed' })
    expect(await Promise.all(acted)).toEqual(['input-not-sent', 'input-not-sent'])
    expect(await ofRun).toBe('done')
    await wait(1010)
    void lines.act('a', home)
    expect(done['a']).toEqual([lock, home])
  })

  it('sends no action made before a lost input or within a second after it', async () => {
    void lines.act('a', home)
    make('a', text('b'))
    const before = outcome(lines.act('a', lock))
    losing = { kind: 'input-not-sent', why: 'channel-closed' }
    await asked[0]?.answer()
    losing = null
    expect(await before).toBe('input-not-sent')
    await wait(990)
    make('a', key)
    expect(await outcome(lines.act('a', lock))).toBe('input-not-sent')
    expect(done['a']).toEqual([home, text('b'), key])
    await wait(20)
    void lines.act('a', lock)
    expect(done['a']?.slice(3)).toEqual([lock])
    await asked[1]?.answer()
    expect(lines.close()).toEqual([])
  })

  it('does not send any more what is under way behind an input that is lost only then, but a run’s and what does nothing on the screen', async () => {
    const why: Fault = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }
    const loss: Fault = { kind: 'input-not-sent', why: 'channel-closed', because: why }
    const run: Act = (publicId, action, stop) =>
      new Promise((resolve) => {
        note(publicId, action)
        asked.push({ stop, answer: () => (resolve({ result: {} }), turns()) })
      })
    const set: Action = { type: 'clipboard_set', text: 'b' }
    void lines.act('a', home)
    void lines.act('b', home, { by: run, reportsItself: true })
    void lines.act('c', set)
    for (const publicId of ['a', 'b', 'c', 'd']) lines.lose(publicId, loss)
    expect(asked.map(({ stop }) => stop.aborted)).toEqual([true, false, false])
    expect(faultOf(asked[0]?.stop.reason)).toEqual(why)
    for (const each of asked) await each.answer()
    void lines.act('c', set)
    expect(done['c']).toEqual([set, set])
    // The next has its own.
    await wait(5010)
    void lines.act('a', lock)
    expect(asked.at(-1)?.stop.aborted).toBe(false)
  })

  it('does not say that something waits for the channel once all of it is dropped, but goes on with what is not', async () => {
    startOpening('a')
    make('a', text('b'), true)
    await wait(1500)
    expect(lines.dropMirrored('a')).toBe(true)
    await turns()
    expect(told.at(-1)).toEqual({ publicId: 'a', what: null })
    make('a', text('c'))
    make('a', key, true)
    lines.dropMirrored('a')
    await wait(100)
    expect(done['a']).toBeUndefined()
    await opened['a']?.(null)
    expect(done['a']).toEqual([text('c')])
  })

  it('waits for the channel again behind what was given up while it opened', async () => {
    startOpening('a')
    make('a', key)
    await wait(1500)
    lines.giveUp('a')
    await turns()
    expect([told.at(-1), lines.underWay]).toEqual([{ publicId: 'a', what: null }, []])
    make('a', text('b'))
    await wait(1490)
    expect(told).toHaveLength(2)
    await wait(10)
    expect(told.at(-1)).toEqual({ publicId: 'a', what: { type: 'opening' } })
    await opened['a']?.(null)
    expect(done['a']).toEqual([text('b')])
  })

  it('tells that the channel is slow to open where something waits for it', async () => {
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
    startOpening('a')
    make('a', key)
    const behind = outcome(lines.act('a', home))
    await wait(1500)
    await opened['a']?.({ kind: 'input-not-sent', why: 'channel-closed' })
    expect([told.at(-1), lines.underWay]).toEqual([{ publicId: 'a', what: null }, []])
    expect(await behind).toBe('input-not-sent')
  })

  it('is given up, and dropped with what other hands made, while the channel opens too', async () => {
    for (const publicId of ['a', 'b']) startOpening(publicId)
    for (const gesture of [text('b'), down]) make('a', gesture)
    for (const gesture of [down, up]) make('b', gesture, true)
    expect(lines.mirroredTo).toEqual(['b'])
    lines.giveUp('a')
    expect(lines.dropMirrored('b')).toBe(true)
    make('a', up)
    for (const publicId of ['a', 'b']) await opened[publicId]?.(null)
    expect([done, missed]).toEqual([{}, []])
    startOpening('a')
    make('a', key)
    expect(lines.close()).toEqual(['a'])
    await opened['a']?.({ kind: 'input-not-sent', why: 'channel-closed' })
    expect([done, missed]).toEqual([{}, []])
  })

  it('lets no action hold up a press that is down', () => {
    make('a', down)
    void lines.act('a', home)
    make('a', move)
    make('a', up)
    make('a', down)
    expect(done['a']).toEqual([down, home, move, up])
  })

  it('ends a press of another hand at once where it is taken away, and presses no more', async () => {
    void lines.act('a', home)
    make('a', down, true)
    make('a', key)
    expect(touches.endMirrored('a')).toBe(true)
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, key])
    // One that goes out late too.
    void lines.act('a', home)
    make('a', down, true)
    await wait(100)
    await asked[1]?.answer()
    make('a', key)
    expect(touches.endMirrored('a')).toBe(false)
    await turns()
    expect(done['a']?.slice(3)).toEqual([down, release, key])
    void lines.act('a', home)
    make('a', down, true)
    await wait(100)
    await asked[2]?.answer()
    make('a', up, true)
    touches.endMirrored('a')
    await wait(200)
    expect(done['a']?.slice(6)).toEqual([home, down, release])
    make('a', down)
    make('a', up)
    expect(done['a']?.slice(9)).toEqual([down, up])
  })

  it('takes nothing from its own hand where a press of another hand is taken away', async () => {
    void lines.act('a', home)
    for (const gesture of [down, up]) make('a', gesture)
    for (const gesture of [down, up]) make('a', gesture, true)
    make('a', down)
    expect(touches.endMirrored('a')).toBe(true)
    await wait(300)
    await asked[0]?.answer()
    await wait(400)
    // Its own that goes out late stays down.
    const isDone = [home, down, up, down]
    expect(done['a']).toEqual(isDone)
    make('a', up)
    make('a', down, true)
    expect(touches.endMirrored('a')).toBe(true)
    expect(done['a']).toEqual(isDone)
    await wait(1000)
    expect(done['a']).toEqual([...isDone, up])
    // Nor does it press by the rest of one that was given up.
    void lines.act('a', home)
    make('a', down)
    lines.giveUp('a')
    touches.endMirrored('a')
    await asked[1]?.answer()
    const before = done['a']?.length
    make('a', move)
    for (const gesture of [down, up]) make('a', gesture, true)
    make('a', up)
    expect(done['a']?.slice(before)).toEqual([down, up])
    make('a', down)
    expect(done['a']?.at(-1)).toEqual(down)
  })

  it('drops of what waits only what other hands made', async () => {
    void lines.act('a', home)
    make('a', key, true)
    const mirrored = outcome(lines.act('a', lock, { mirrored: true }))
    make('a', text('b'))
    make('a', text('c'), true)
    make('a', text('d'))
    expect(lines.mirroredTo).toEqual(['a'])
    expect([lines.dropMirrored('a'), lines.dropMirrored('a'), lines.dropMirrored('b')]).toEqual([
      true,
      false,
      false,
    ])
    expect(lines.mirroredTo).toEqual([])
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, text('b'), text('d')])
    expect(await mirrored).toBe('input-not-sent')
  })

  it('does nothing that was made behind a text that the phone does not type, with the first that is refused for it', async () => {
    const untyped: Fault = { kind: 'input-not-sent', why: 'earlier-unanswered' }
    const first = outcome(lines.act('a', home))
    const second = outcome(lines.act('a', lock))
    await wait(5000)
    await asked[0]?.answer(untyped)
    expect([await first, await second]).toEqual(['input-not-sent', 'input-not-sent'])
    await wait(1010)
    void lines.act('a', lock)
    expect(done['a']).toEqual([home, lock])
  })

  it('keeps the pause between a gesture that waited and an action, up to half a second, so that a field that was tapped has the focus', async () => {
    void lines.act('a', home)
    for (const gesture of [down, up]) make('a', gesture)
    await wait(200)
    void lines.act('a', lock)
    await wait(100)
    await asked[0]?.answer()
    expect(done['a']).toEqual([home, down, up])
    await wait(190)
    expect(done['a']).toHaveLength(3)
    await wait(10)
    expect(done['a']).toEqual([home, down, up, lock])
    // What is given up meanwhile is not done.
    make('a', key)
    await wait(400)
    const last = outcome(lines.act('a', home))
    await asked[1]?.answer()
    lines.giveUp('a')
    expect(await last).toBe('input-not-sent')
    await wait(1000)
    expect(done['a']?.slice(4)).toEqual([key])
  })

  it('keeps the pause too before an action that is made once the gesture that waited has gone out', async () => {
    startOpening('a')
    void lines.act('b', home)
    for (const publicId of ['a', 'b']) for (const gesture of [down, up]) make(publicId, gesture)
    await wait(300)
    await opened['a']?.(null)
    await asked[0]?.answer()
    await wait(10)
    for (const publicId of ['a', 'b']) void lines.act(publicId, lock)
    await wait(290)
    expect(done).toEqual({ a: [down, up], b: [home, down, up] })
    expect(lines.waitingPhones).toBe(2)
    await wait(10)
    expect(done).toEqual({ a: [down, up, lock], b: [home, down, up, lock] })
    // A gesture on a phone that rests waits for nothing, nor does an action half a second behind.
    for (const each of asked.slice(1)) await each.answer()
    make('a', key)
    expect(done['a']?.slice(3)).toEqual([key])
    await wait(190)
    void lines.act('a', home)
    expect(done['a']?.slice(4)).toEqual([home])
  })

  it('tries what another hand asked for no more once it is dropped, though it is under way', async () => {
    const mirrored = outcome(lines.act('a', home, { mirrored: true }))
    void lines.act('b', home)
    expect(lines.mirroredTo).toEqual(['a'])
    expect([lines.dropMirrored('a'), lines.dropMirrored('b')]).toEqual([false, false])
    expect(asked.map(({ stop }) => stop.aborted)).toEqual([true, false])
    expect(faultOf(asked[0]?.stop.reason), 'which is told').toEqual({ kind: 'cancelled' })
    await asked[0]?.answer(refusal)
    expect(await mirrored).toBe('problem')
    expect(lines.mirroredTo).toEqual([])
  })

  it('goes on at once where the rest of a late press of another hand is taken away, for which the line waits', async () => {
    void lines.act('a', home)
    make('a', down, true)
    await wait(5000)
    await asked[0]?.answer()
    make('a', move, true)
    await wait(100)
    expect(touches.endMirrored('a')).toBe(true)
    make('a', key)
    await turns()
    expect(done['a']).toEqual([home, down, release, key])
  })

  it('waits on for its own press where something else is dropped', async () => {
    void lines.act('a', home)
    make('a', down)
    await wait(300)
    await asked[0]?.answer()
    make('a', up)
    make('a', key, true)
    await wait(100)
    lines.dropMirrored('a')
    await wait(190)
    expect(done['a']).toEqual([home, down])
    await wait(10)
    expect(done['a']).toEqual([home, down, up])
  })

  it('lets go of a press of another hand that went out late when the rest of it is dropped', async () => {
    void lines.act('a', home)
    make('a', down, true)
    await wait(300)
    make('a', up, true)
    await asked[0]?.answer()
    expect(lines.mirroredTo).toEqual(['a'])
    lines.dropMirrored('a')
    await wait(300)
    expect(done['a']).toEqual([home, down, release])
    make('a', key)
    expect(done['a']).toHaveLength(4)
  })

  it('leaves a press alone that this hand made when what other hands made is dropped', async () => {
    void lines.act('a', home)
    make('a', down)
    await wait(300)
    make('a', up)
    make('a', key, true)
    await asked[0]?.answer()
    lines.dropMirrored('a')
    await wait(300)
    expect(done['a']).toEqual([home, down, up])
  })

  it('ends a press that another hand made and that went out late, once that hand is not to be followed any more', async () => {
    void lines.act('a', home)
    make('a', down, true)
    await wait(100)
    await asked[0]?.answer()
    expect(lines.mirroredTo).toEqual(['a'])
    make('a', key)
    expect(lines.dropMirrored('a')).toBe(false)
    await turns()
    expect(done['a']).toEqual([home, down, release, key])
    make('a', down)
    make('a', up)
    expect(done['a']?.slice(4)).toEqual([down, up])
    // Its own hand's goes on.
    void lines.act('a', home)
    make('a', down)
    await wait(100)
    await asked[1]?.answer()
    lines.dropMirrored('a')
    expect(done['a']?.slice(6)).toEqual([home, down])
  })

  it('ignores the rest of a press that was cancelled', async () => {
    void lines.act('a', home)
    make('a', down)
    lines.giveUp('a')
    make('a', move)
    make('a', up)
    expect(done['a']).toEqual([home])
    // Another hand's is another press.
    void lines.act('c', home)
    make('c', down, true)
    lines.giveUp('c')
    touches.endMirrored('c')
    await asked[1]?.answer()
    make('c', down)
    expect(done['c']).toEqual([home, down])
    await asked[0]?.answer()
    expect(done['a']).toEqual([home])
    make('a', down)
    make('a', up)
    expect(done['a']).toEqual([home, down, up])
    void lines.act('a', home)
    make('a', down)
    make('a', up)
    lines.giveUp('a')
    await asked[2]?.answer()
    make('a', down)
    expect(done['a']?.slice(3)).toEqual([home, down])
  })

  it('cancels all that waits, and the next try of the action', async () => {
    const first = outcome(lines.act('a', home))
    const second = outcome(lines.act('a', lock))
    make('a', key)
    lines.giveUp('a')
    expect(asked[0]?.stop.aborted).toBe(true)
    expect(await second).toBe('input-not-sent')
    make('a', text('b'))
    void lines.act('a', lock)
    await asked[0]?.answer(refusal)
    expect(await first).toBe('problem')
    expect(done['a']).toEqual([home, text('b'), lock])
    expect(asked[1]?.stop.aborted).toBe(false)
  })

  it.each<Fault>([
    { kind: 'network', reason: 'timeout', host: 'a' },
    { kind: 'problem', code: 'kernel_timeout', status: 504, detail: '' },
  ])(
    'sends no action that waited behind one that was not answered ($kind), but what has its own way',
    async (silence) => {
      const faultOfIt = (promise: Promise<unknown>) => promise.then(() => null, faultOf)
      const first = faultOfIt(lines.act('a', home))
      const waited = [faultOfIt(lines.act('a', lock)), faultOfIt(lines.act('a', home, { mirrored: true }))]
      make('a', text('b'))
      // Of a run, which tells of its own.
      waited.push(faultOfIt(lines.act('a', lock, { reportsItself: true })))
      make('a', key)
      await asked[0]?.answer(silence)
      expect(await first).toEqual(silence)
      const notSent = { kind: 'input-not-sent', why: 'earlier-unanswered' }
      expect(await Promise.all(waited)).toEqual([notSent, notSent, notSent])
      expect(done['a']).toEqual([home, text('b'), key])
      // What is done after that is tried.
      const next = outcome(lines.act('a', lock))
      await asked[1]?.answer()
      expect(await next).toBe('done')
      expect(lines.close()).toEqual([])
    },
  )

  it('lets go of a press that went out late when it is given up', async () => {
    void lines.act('a', home)
    make('a', down)
    await wait(100)
    await asked[0]?.answer()
    lines.giveUp('a')
    expect(done['a']).toEqual([home, down, release])
  })

  it('tells what a phone is busy with once that takes long, and when it is not any more', async () => {
    void lines.act('a', home)
    await wait(1400)
    await asked[0]?.answer()
    void lines.act('a', lock)
    await wait(1490)
    expect(told).toEqual([])
    await wait(10)
    expect(told).toEqual([{ publicId: 'a', what: lock }])
    expect(lines.underWay).toEqual([{ publicId: 'a', what: lock }])
    void lines.act('a', home)
    await asked[1]?.answer()
    expect(told[1]).toEqual({ publicId: 'a', what: home })
    await asked[2]?.answer()
    expect(told.slice(2)).toEqual([{ publicId: 'a', what: null }])
    expect(lines.underWay).toEqual([])
    void lines.act('a', home)
    await asked[3]?.answer()
    expect(told).toHaveLength(3)
  })

  it('tells that nothing keeps it busy during the pause before an action, which may be dropped in it', async () => {
    for (const [publicId, drop] of [
      ['a', (): unknown => lines.giveUp('a')],
      ['b', () => lines.dropMirrored('b')],
    ] as const) {
      asked = []
      told = []
      void lines.act(publicId, home)
      for (const gesture of [down, up]) make(publicId, gesture)
      await wait(100)
      void lines.act(publicId, lock)
      await wait(300)
      const last = outcome(lines.act(publicId, home, { mirrored: true }))
      await wait(1600)
      await asked[0]?.answer()
      await wait(100)
      await asked[1]?.answer()
      const isTold = [home, null, lock, null].map((what) => ({ publicId, what }))
      expect(told).toEqual(isTold)
      drop()
      expect(await last).toBe('input-not-sent')
      await wait(2000)
      expect([told, lines.underWay]).toEqual([isTold, []])
    }
  })

  it('tells that nothing keeps it busy while presses go out late', async () => {
    void lines.act('a', home)
    make('a', down)
    await wait(1600)
    expect(told).toEqual([{ publicId: 'a', what: home }])
    await asked[0]?.answer()
    expect(told.slice(1)).toEqual([{ publicId: 'a', what: null }])
    void lines.act('a', lock)
    make('a', up)
    await wait(3200)
    expect(told.slice(2)).toEqual([{ publicId: 'a', what: lock }])
  })

  it('tells it too where many quick ones keep the phone busy', async () => {
    for (let count = 0; count < 10; count += 1) void lines.act('a', home)
    for (let count = 0; count < 8; count += 1) {
      await wait(200)
      await asked[count]?.answer()
    }
    expect(told.at(-1)).toEqual({ publicId: 'a', what: home })
    await asked[8]?.answer()
    await asked[9]?.answer()
    expect(told.at(-1)).toEqual({ publicId: 'a', what: null })
  })

  it.each([
    ['still', []],
    ['no longer', [up]],
  ])(
    'says of a press that went out late and that the hand holds %s that it is cut short by the closing',
    async (_, rest) => {
      void lines.act('a', home)
      make('a', down)
      await wait(1000)
      for (const gesture of rest) make('a', gesture)
      await asked[0]?.answer()
      await wait(300)
      expect(lines.close()).toEqual(['a'])
      expect(done['a']).toEqual([home, down, release])
      expect(clock.pending).toBe(0)
    },
  )

  it('knows on how many phones something still waits that hands made, or is under way for long', async () => {
    void lines.act('a', home)
    void lines.act('b', home, { reportsItself: true })
    void lines.act('b', home, { reportsItself: true })
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
    void lines.act('a', home)
    await wait(1490)
    expect(lines.waitingPhones).toBe(0)
    await wait(10)
    expect(lines.waitingPhones).toBe(1)
  })

  it('is not done any more once the fleet is closed, which says on which phones', async () => {
    void outcome(lines.act('a', home))
    void outcome(lines.act('b', home))
    void lines.act('c', home)
    make('b', key)
    await asked[2]?.answer()
    void outcome(lines.act('d', home, { reportsItself: true }))
    void outcome(lines.act('d', home, { reportsItself: true }))
    expect(lines.close()).toEqual(['a', 'b'])
    expect(asked.map(({ stop }) => stop.aborted)).toEqual([true, true, false, true])
    await asked[1]?.answer(refusal)
    expect(done['b']).toEqual([home])
    expect(clock.pending).toBe(0)
  })
})
