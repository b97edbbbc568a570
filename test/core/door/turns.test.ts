import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createProgramTurns, createWindowTurns } from '../../../src-main/core/door/turns'
import { FaultError } from '../../../src-shared/protocol/fault'
import { createFakeClock } from '../time/fake-clock'

const agent = { name: 'Agent', mayInterrupt: false }
const other = { name: 'Other', mayInterrupt: false }
const never = new AbortController().signal

function set() {
  const clock = createFakeClock()
  const viewOnly = new Set<string>()
  const pressed = new Set<string>()
  const busy = new Set<string>()
  const turns = createProgramTurns({
    clock,
    isViewOnly: (publicId) => viewOnly.has(publicId),
    isPressed: (publicId) => pressed.has(publicId),
    async assertNoJob(publicId) {
      if (busy.has(publicId)) throw new FaultError({ kind: 'job-pending', job: null })
    },
  })
  const pass = async (s: number) => {
    for (let passed = 0; passed < s; passed += 1) {
      clock.advance(1000)
      await setImmediate()
    }
  }
  return { clock, turns, viewOnly, pressed, busy, pass }
}

/** Work that a test ends. */
function work() {
  let resolve: () => void = () => undefined
  const promise = new Promise<void>((end) => (resolve = end))
  let begun = false
  const run = () => {
    begun = true
    return promise
  }
  return { run, end: () => resolve(), isBegun: () => begun }
}

const untilStopped = (stop: AbortSignal) =>
  new Promise<never>((_, reject) =>
    stop.addEventListener('abort', () => reject(stop.reason as Error), { once: true }),
  )

describe('the calls of programs on a phone', () => {
  it('take turns, each phone its own', async () => {
    const { turns } = set()
    const [first, second, elsewhere] = [work(), work(), work()]
    const calls = [
      turns.on('p', agent, never, first.run),
      turns.on('p', other, never, second.run),
      turns.on('q', other, never, elsewhere.run),
    ]
    await setImmediate()
    expect([first, second, elsewhere].map((each) => each.isBegun())).toEqual([true, false, true])
    first.end()
    await setImmediate()
    expect(second.isBegun()).toBe(true)
    second.end()
    elsewhere.end()
    await Promise.all(calls)
  })

  it('wait for 10 s after a person’s last touch', async () => {
    const { clock, turns } = set()
    turns.touched(['p'])
    const one = work()
    const call = turns.on('p', agent, never, one.run)
    await setImmediate()
    clock.advance(9000)
    turns.touched(['p'])
    clock.advance(9000)
    await setImmediate()
    expect(one.isBegun()).toBe(false)
    clock.advance(1000)
    await setImmediate()
    expect(one.isBegun()).toBe(true)
    one.end()
    await call
  })

  it('wait while a finger is down, and for 10 s from its end', async () => {
    const { turns, pressed, pass } = set()
    pressed.add('p')
    turns.touched(['p'])
    const one = work()
    const call = turns.on('p', agent, never, one.run)
    await pass(15)
    pressed.delete('p')
    turns.touched(['p'])
    await pass(9)
    expect(one.isBegun()).toBe(false)
    await pass(2)
    expect(one.isBegun()).toBe(true)
    one.end()
    await call
  })

  it('are refused after 30 s, and say who is on the phone', async () => {
    const { clock, turns } = set()
    const long = work()
    const acting = turns.on('p', agent, never, long.run)
    const behind = expect(turns.on('p', other, never, work().run)).rejects.toMatchObject({
      fault: { kind: 'held', by: 'Agent' },
    })
    await turns.on('q', agent, never, async () => 'done')
    turns.touched(['q'])
    const late = expect(turns.on('q', agent, never, work().run)).rejects.toMatchObject({
      fault: { kind: 'held', by: null },
    })
    for (let s = 0; s < 30; s++) {
      await setImmediate()
      clock.advance(1000)
      turns.touched(['q'])
    }
    await Promise.all([behind, late])
    long.end()
    await acting
  })

  it('leave the phone to others when they are refused, or stopped amid a wait', async () => {
    const { turns, pass } = set()
    turns.touched(['p'])
    const stop = new AbortController()
    const stopped = expect(turns.on('p', agent, stop.signal, work().run)).rejects.toThrow('enough')
    const next = turns.on('p', other, never, async () => 'done')
    await setImmediate()
    stop.abort(new Error('enough'))
    await stopped
    await pass(10)
    await expect(next).resolves.toBe('done')
    await expect(turns.on('p', agent, stop.signal, work().run)).rejects.toThrow('enough')
  })

  it('never reach a phone that is view only, also when it was locked while they waited', async () => {
    const { turns, viewOnly } = set()
    const first = work()
    const acting = turns.on('p', agent, never, first.run)
    const next = work()
    const waiting = turns.on('p', other, never, next.run)
    const refused = expect(waiting).rejects.toMatchObject({ fault: { kind: 'view-only' } })
    await setImmediate()
    viewOnly.add('p')
    await expect(turns.on('p', agent, never, next.run)).rejects.toMatchObject({
      fault: { kind: 'view-only' },
    })
    first.end()
    await Promise.all([acting, refused])
    expect(next.isBegun()).toBe(false)
  })

  it('leave a job alone, unless the program may interrupt it', async () => {
    const { turns, busy } = set()
    busy.add('p')
    await expect(turns.on('p', agent, never, work().run)).rejects.toMatchObject({
      fault: { kind: 'job-pending' },
    })
    const interrupting = { ...agent, mayInterrupt: true }
    await expect(turns.on('p', interrupting, never, async () => 'done')).resolves.toBe('done')
  })

  it('can be stopped while it is not known whether a job runs', async () => {
    const turns = createProgramTurns({
      clock: createFakeClock(),
      isViewOnly: () => false,
      isPressed: () => false,
      assertNoJob: () => new Promise(() => undefined),
    })
    const stop = new AbortController()
    const stopped = expect(turns.on('p', agent, stop.signal, work().run)).rejects.toThrow('enough')
    await setImmediate()
    stop.abort(new Error('enough'))
    await stopped
  })

  it('act one at a time, also one that begins soon after another', async () => {
    const { clock, turns, busy } = set()
    busy.add('p')
    await turns.on('p', agent, never, work().run).catch(() => undefined)
    expect(turns.holds).toEqual([])
    busy.clear()
    clock.advance(3000)
    const [first, second] = [work(), work()]
    void turns.on('p', agent, never, first.run)
    await setImmediate()
    clock.advance(1000)
    void turns.on('p', other, never, second.run)
    await setImmediate()
    expect([first, second].map((each) => each.isBegun())).toEqual([true, false])
  })

  it('act one at a time, also after calls that were refused', async () => {
    const { clock, turns, busy } = set()
    busy.add('p')
    for (const ms of [1000, 3500]) {
      await turns.on('p', agent, never, work().run).catch(() => undefined)
      clock.advance(ms)
    }
    busy.clear()
    const [first, second] = [work(), work()]
    void turns.on('p', agent, never, first.run)
    await setImmediate()
    clock.advance(1000)
    void turns.on('p', other, never, second.run)
    await setImmediate()
    expect([first, second].map((each) => each.isBegun())).toEqual([true, false])
  })

  it('begin an input again when a person comes before it has gone out', async () => {
    const { turns, pass } = set()
    const begun: AbortSignal[] = []
    const input = turns.untouched('p', never, (stop) => {
      begun.push(stop)
      return begun.length === 2 ? Promise.resolve('sent') : untilStopped(stop)
    })
    await setImmediate()
    turns.touched(['q'])
    expect(begun[0]?.aborted).toBe(false)
    turns.touched(['p'])
    await pass(9)
    expect(begun).toHaveLength(1)
    await pass(1)
    await expect(input).resolves.toBe('sent')
  })

  it('send an input once, also when a person comes while it is on its way', async () => {
    const { turns } = set()
    const one = work()
    const input = turns.untouched('p', never, one.run)
    await setImmediate()
    turns.touched(['p'])
    one.end()
    await expect(input).resolves.toBeUndefined()
  })

  it('give an input up when a person comes again and again', async () => {
    const { turns, pass } = set()
    let begun = 0
    const input = turns.untouched('p', never, (stop) => {
      begun += 1
      return untilStopped(stop)
    })
    const refused = expect(input).rejects.toMatchObject({ fault: { kind: 'held', by: null } })
    for (let each = 0; each < 5; each += 1) {
      await setImmediate()
      turns.touched(['p'])
      await pass(10)
    }
    await refused
    expect(begun).toBe(3)
  })

  it('send no input to a phone locked since, nor after their stop', async () => {
    const { turns, viewOnly, pass } = set()
    const one = work()
    turns.touched(['p'])
    const locked = expect(turns.untouched('p', never, one.run)).rejects.toMatchObject({
      fault: { kind: 'view-only' },
    })
    const stop = new AbortController()
    const stopped = expect(turns.untouched('p', stop.signal, one.run)).rejects.toThrow('enough')
    const late = new AbortController()
    const amid = expect(turns.untouched('q', late.signal, untilStopped)).rejects.toThrow('late')
    await setImmediate()
    late.abort(new Error('late'))
    await amid
    viewOnly.add('p')
    stop.abort(new Error('enough'))
    await pass(10)
    await Promise.all([locked, stopped])
    expect(one.isBegun()).toBe(false)
  })

  it('hear of the next touch, and at once of a finger that is down', () => {
    const { turns, pressed } = set()
    const [before, other] = [turns.nextTouch('p'), turns.nextTouch('q')]
    turns.touched(['p'])
    expect([before.aborted, turns.nextTouch('p').aborted, other.aborted]).toEqual([true, false, false])
    pressed.add('p')
    expect(turns.nextTouch('p').aborted).toBe(true)
  })

  it('end with all programs, also those that wait; later ones run', async () => {
    const { turns } = set()
    const acting = turns.on(
      'p',
      agent,
      never,
      (stop) =>
        new Promise((_, reject) => stop.addEventListener('abort', () => reject(stop.reason as FaultError))),
    )
    const ended = expect(acting).rejects.toMatchObject({ fault: { kind: 'cancelled' } })
    const waiting = expect(turns.on('p', other, never, work().run)).rejects.toMatchObject({
      fault: { kind: 'cancelled' },
    })
    await setImmediate()
    turns.stopAll()
    await Promise.all([ended, waiting])
    await expect(turns.on('p', agent, never, async () => 'done')).resolves.toBe('done')
  })

  it('mark the phone for a few seconds after the last of them', async () => {
    const { clock, turns } = set()
    expect(turns.holds).toEqual([])
    const one = work()
    const call = turns.on('p', agent, never, one.run)
    await setImmediate()
    clock.advance(60_000)
    expect(turns.holds).toEqual([{ publicId: 'p', name: 'Agent' }])
    one.end()
    await call
    clock.advance(3000)
    expect(turns.holds).toEqual([{ publicId: 'p', name: 'Agent' }])
    await turns.on('p', other, never, async () => 'done')
    clock.advance(3000)
    expect(turns.holds).toEqual([{ publicId: 'p', name: 'Other' }])
    clock.advance(1000)
    expect(turns.holds).toEqual([])
    expect(clock.pending).toBeLessThan(2)
  })

  it('announce when their marks come and go, until nothing listens', async () => {
    const { clock, turns } = set()
    const marks: number[] = []
    const off = turns.onChange(() => marks.push(turns.holds.length))
    const [one, another] = [work(), work()]
    const call = turns.on('p', agent, never, one.run)
    await setImmediate()
    clock.advance(1000)
    one.end()
    await call
    clock.advance(5000)
    expect(marks).toEqual([1, 0])
    off()
    const last = expect(turns.on('p', agent, never, untilStopped)).rejects.toMatchObject({
      fault: { kind: 'cancelled' },
    })
    await setImmediate()
    clock.advance(1000)
    expect(marks).toEqual([1, 0])
    turns.onChange(() => marks.push(-1))
    void turns.on('q', agent, never, another.run)
    await setImmediate()
    turns.close()
    await last
    clock.advance(1000)
    expect(marks).toEqual([1, 0])
  })
})

describe('the calls of programs on a window’s fleet', () => {
  it('leave alone a phone with a job, and one that a finger is on', async () => {
    const clock = createFakeClock()
    const turns = createWindowTurns({
      clock,
      isViewOnly: () => false,
      openFleet: () => ({
        busyAmong: (publicIds) =>
          Promise.resolve(publicIds.includes('busy') ? [{ publicId: 'busy', job: 'warm_up' as const }] : []),
        presses: {
          gesture: () => undefined,
          releasePage: () => undefined,
          isPressed: (publicId) => publicId === 'pressed',
        },
      }),
    })
    await expect(turns.on('busy', agent, never, work().run)).rejects.toMatchObject({
      fault: { kind: 'job-pending', job: 'warm_up' },
    })
    expect([turns.nextTouch('busy').aborted, turns.nextTouch('pressed').aborted]).toEqual([false, true])
  })
})
