import { beforeEach, describe, expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../../../src-main/core/time/backoff'
import {
  createStreamSession,
  type StreamSession,
  type StreamState,
} from '../../../src-main/core/phone/stream-session'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { createScriptedDial, type Attempt } from '../service/scripted-dial'

const problem = (code: 'unauthorized' | 'device_blocked', status = 403): Fault => ({
  kind: 'problem',
  code,
  status,
  detail: '',
})

describe('a stream (spec 4.10, section 7)', () => {
  let clock: FakeClock
  let net: ReturnType<typeof createScriptedDial>
  let stream: StreamSession
  let states: StreamState[]
  let frames: { jpeg: Buffer; receivedAt: number }[]
  let asked: number[]
  let diagnosed: (fault: Fault) => void
  let usedUp: Promise<Fault | null>
  let budgetsAsked: number
  let keyRefusals: Fault[]
  let askedFps: number[]
  let mayConnect: (() => void)[] | null

  beforeEach(() => {
    clock = createFakeClock()
    net = createScriptedDial()
    states = []
    frames = []
    asked = []
    usedUp = Promise.resolve(null)
    budgetsAsked = 0
    keyRefusals = []
    askedFps = []
    mayConnect = null
    stream = createStreamSession({
      dial(fps) {
        askedFps.push(fps)
        return net.dial
      },
      whenMayConnect(run) {
        if (!mayConnect) {
          run()
          return () => undefined
        }
        const waiting = mayConnect
        waiting.push(run)
        return () => waiting.splice(waiting.indexOf(run), 1)
      },
      clock,
      backoff: createBackoff(clock, () => 0.5),
      msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
      diagnose(status) {
        asked.push(status)
        return new Promise((resolve) => (diagnosed = resolve))
      },
      findUsedUp() {
        budgetsAsked += 1
        return usedUp
      },
      onKeyRefused: (fault) => keyRefusals.push(fault),
      onFrame(jpeg, receivedAt) {
        frames.push({ jpeg, receivedAt })
        return undefined
      },
      onState: (state) => states.push(state),
    })
  })

  const goLive = () => {
    stream.start(30)
    net.last().events.open()
    frame(net.last(), 0)
    frames = []
  }
  /** Everything that waited for a promise has run. */
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }

  const frame = (attempt: Attempt | undefined, byte: number) =>
    attempt?.events.message(Buffer.of(byte), false)
  const shown = () => frames.map(({ jpeg }) => jpeg[0])
  /** Closed with 4290 twice in a row. */
  const closeTwice = () => {
    goLive()
    net.last().events.closed(4290, '')
    clock.runNext()
    net.last().events.open()
    net.last().events.closed(4290, '')
  }

  it('hands on frames with their time, and no text', () => {
    goLive()
    net.last().events.message(Buffer.of(1), false)
    net.last().events.message(Buffer.from('hello'), true)
    expect(frames).toEqual([{ jpeg: Buffer.of(1), receivedAt: clock.now() }])
  })

  it('stays open while it is silent for hours', () => {
    goLive()
    clock.advance(6 * 3_600_000)
    expect(net.attempts).toHaveLength(1)
    expect(net.last().closed).toBe(false)
    expect(stream.state).toEqual({ name: 'live' })
  })

  it('is retried after its wait when it closes (1011)', () => {
    goLive()
    net.last().events.closed(1011, 'why')
    expect(stream.state).toEqual({
      name: 'parked',
      reason: 'retry',
      fault: { kind: 'socket-closed', code: 1011, reason: 'why' },
      dueAt: clock.monotonic() + 500,
    })
    clock.advance(499)
    expect(net.attempts).toHaveLength(1)
    clock.advance(1)
    expect(net.attempts).toHaveLength(2)
  })

  it('is live with a frame or once it has stayed open, also again after 1011', () => {
    stream.start(30)
    net.last().events.open()
    expect(stream.state).toEqual({ name: 'connecting' })
    for (let time = 0; time < 3; time += 1) {
      net.last().events.closed(1011, '')
      clock.runNext()
      net.last().events.open()
      expect(stream.state).toEqual({ name: 'connecting' })
    }
    frame(net.last(), 1)
    expect(stream.state).toEqual({ name: 'live' })
    net.last().events.closed(1011, '')
    clock.runNext()
    net.last().events.open()
    clock.advance(999)
    expect(stream.state).toEqual({ name: 'connecting' })
    clock.advance(1)
    expect(stream.state).toEqual({ name: 'live' })
    expect(states.filter(({ name }) => name === 'live')).toHaveLength(2)
  })

  it('waits longer for the first frame where the service takes its time to say 1011', () => {
    stream.start(30)
    for (let time = 0; time < 3; time += 1) {
      net.last().events.open()
      clock.advance(2000)
      net.last().events.closed(1011, '')
      clock.runNext()
    }
    expect(states.filter(({ name }) => name === 'live')).toHaveLength(1)
  })

  it('waits for the user after 4409, also out of sight and back', () => {
    goLive()
    net.last().events.closed(4409, '')
    stream.stop()
    stream.start(30)
    clock.advance(24 * 3_600_000)
    expect(stream.state).toMatchObject({ name: 'parked', dueAt: null })
    expect(net.attempts).toHaveLength(1)
    stream.retry()
    expect(net.attempts).toHaveLength(2)
  })

  it('goes on waiting out of sight and back', () => {
    goLive()
    net.last().events.closed(1011, '')
    clock.advance(300)
    stream.stop()
    expect(stream.state).toEqual({ name: 'idle' })
    stream.start(30)
    expect(stream.state).toMatchObject({ name: 'parked', reason: 'retry' })
    clock.advance(199)
    expect(net.attempts).toHaveLength(1)
    clock.advance(1)
    expect(net.attempts).toHaveLength(2)
  })

  it('waits shortly again after half a minute of health', () => {
    stream.start(30)
    for (let failure = 0; failure < 5; failure++) {
      net.last().events.failed({ kind: 'cancelled' })
      clock.runNext()
    }
    net.last().events.open()
    frame(net.last(), 1)
    clock.advance(30_000)
    net.last().events.closed(1006, '')
    expect(stream.state).toMatchObject({ dueAt: clock.monotonic() + 500 })
  })

  it('asks once why it is refused before it reports or tries anything', async () => {
    stream.start(30)
    net.last().events.refused(403)
    clock.advance(60_000)
    expect(asked).toEqual([403])
    expect(stream.state).toEqual({ name: 'connecting' })
    diagnosed(problem('device_blocked'))
    await settled()
    expect(stream.state).toMatchObject({ name: 'parked', reason: 'retry', fault: { code: 'device_blocked' } })
    clock.runNext()
    expect(net.attempts).toHaveLength(2)
  })

  it('reads the budgets once after a second 4290, and waits for them', async () => {
    let known: (fault: null) => void = () => undefined
    usedUp = new Promise((resolve) => (known = resolve))
    closeTwice()
    clock.advance(600_000)
    expect(budgetsAsked).toBe(1)
    expect(net.attempts).toHaveLength(2)
    known(null)
    await settled()
    clock.advance(0)
    expect(net.attempts).toHaveLength(3)
  })

  it('parks after a second 4290 until the used-up budget is full again', async () => {
    const fault: Fault = {
      kind: 'budget-used-up',
      budget: 'active_minutes',
      resetsAt: '2030-01-02T00:00:00Z',
    }
    usedUp = Promise.resolve(fault)
    closeTwice()
    await settled()
    expect(stream.state).toEqual({
      name: 'parked',
      reason: 'budget',
      fault,
      dueAt: clock.monotonic() + Date.parse('2030-01-02T00:00:00Z') - clock.now() + 2000,
    })
    clock.advance(23.9 * 3_600_000)
    expect(net.attempts).toHaveLength(2)
    clock.advance(0.2 * 3_600_000)
    expect(net.attempts).toHaveLength(3)
  })

  it.each([
    ['back', -24],
    ['forward', 24],
  ])('waits as long when the wall clock is set %s by a day', (_, hours) => {
    goLive()
    net.last().events.closed(1011, '')
    clock.setWall(hours * 3_600_000)
    clock.advance(499)
    expect(net.attempts).toHaveLength(1)
    clock.advance(1)
    expect(net.attempts).toHaveLength(2)
  })

  it('reports a refused key (4401), but not a refused channel (4403)', () => {
    goLive()
    net.last().events.closed(4403, '')
    expect(keyRefusals).toEqual([])
    stream.retry()
    net.last().events.open()
    net.last().events.closed(4401, 'revoked')
    expect(keyRefusals).toEqual([{ kind: 'socket-closed', code: 4401, reason: 'revoked' }])
  })

  it('stays refused for its own reason when the key may be used again', () => {
    goLive()
    net.last().events.closed(4403, '')
    stream.parkKey(problem('unauthorized', 401))
    stream.unpark(({ reason }) => reason === 'key')
    expect(stream.state).toMatchObject({ reason: 'refused' })
  })

  it('opens beside the old stream for another rate until the new one has a frame', () => {
    goLive()
    stream.start(5)
    const [old, fresh] = net.attempts
    expect(askedFps).toEqual([30, 5])
    frame(old, 1)
    fresh?.events.open()
    frame(old, 2)
    expect(old?.closed).toBe(false)
    frame(fresh, 3)
    expect(old?.closed).toBe(true)
    expect(shown()).toEqual([1, 2, 3])
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'live'])
  })

  it('takes over without a frame after 5 s, as a still screen sends none', () => {
    goLive()
    stream.start(5)
    net.last().events.open()
    clock.advance(4999)
    expect(net.attempts[0]?.closed).toBe(false)
    clock.advance(1)
    expect(net.attempts.map(({ closed }) => closed)).toEqual([true, false])
    net.last().events.closed(1011, '')
    expect(stream.state).toMatchObject({ name: 'parked', reason: 'retry' })
  })

  it.each([
    ['refused', ({ events }: Attempt) => events.refused(403)],
    ['not answered', ({ events }: Attempt) => events.failed({ kind: 'cancelled' })],
    ['closed again', ({ events }: Attempt) => events.closed(4290, '')],
  ])('keeps the old rate for half a minute when the new one is %s', (_, fail) => {
    goLive()
    stream.start(5)
    clock.advance(10)
    fail(net.last())
    expect(net.last().closed).toBe(true)
    expect(stream.rate).toEqual({ fps: 30, since: clock.monotonic() })
    stream.start(5)
    clock.advance(29_999)
    stream.start(5)
    expect(net.attempts).toHaveLength(2)
    expect(asked).toEqual([])
    frame(net.attempts[0], 1)
    expect(shown()).toEqual([1])
    expect(stream.state).toEqual({ name: 'live' })
  })

  it('asks for a refused rate after half a minute, and for any other at once', () => {
    goLive()
    stream.start(5)
    net.last().events.refused(403)
    stream.start(10)
    expect(askedFps).toEqual([30, 5, 10])
    net.last().events.refused(403)
    stream.start(30)
    expect(askedFps, 'it is the one that there is').toEqual([30, 5, 10])
    clock.advance(30_000)
    stream.start(10)
    expect(askedFps).toEqual([30, 5, 10, 10])
  })

  it('keeps its turn to connect, and then asks for the newest rate', () => {
    goLive()
    mayConnect = []
    stream.start(5)
    stream.start(10)
    expect(mayConnect).toHaveLength(1)
    mayConnect[0]?.()
    expect(askedFps).toEqual([30, 10])
  })

  it('knows its rate, and since when', () => {
    goLive()
    const since = clock.monotonic()
    clock.advance(1000)
    expect(stream.rate).toEqual({ fps: 30, since })
    stream.start(5)
    expect(stream.rate).toEqual({ fps: 5, since: since + 1000 })
  })
})
