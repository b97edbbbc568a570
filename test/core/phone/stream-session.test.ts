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

const problem = (
  code: 'unauthorized' | 'device_blocked' | 'forbidden' | 'device_not_found',
  status = 403,
): Fault => ({
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
      onFrame: (jpeg, receivedAt) => frames.push({ jpeg, receivedAt }),
      onState: (state) => states.push(state),
    })
  })

  const goLive = () => {
    stream.start(30)
    net.last().events.open()
  }
  /** Everything that waited for a promise has run. */
  const settled = async () => {
    for (let turn = 0; turn < 5; turn++) await Promise.resolve()
  }

  it('is opened when it is wanted, once', () => {
    stream.start(30)
    stream.start(30)
    net.last().events.open()
    expect(states.map(({ name }) => name)).toEqual(['connecting', 'live'])
    expect(net.attempts).toHaveLength(1)
  })

  it('hands frames on with the time at which they came, and no text', () => {
    goLive()
    net.last().events.message(Buffer.of(1), false)
    net.last().events.message(Buffer.from('hello'), true)
    expect(frames).toEqual([{ jpeg: Buffer.of(1), receivedAt: clock.now() }])
  })

  it('that is silent for hours is left alone', () => {
    goLive()
    clock.advance(6 * 3_600_000)
    expect(net.attempts).toHaveLength(1)
    expect(net.last().closed).toBe(false)
    expect(stream.state).toEqual({ name: 'live' })
  })

  it.each([1011, 1006, 1001, 4290, 4400, 4999])('that closes with %d comes back when it said', (code) => {
    goLive()
    net.last().events.closed(code, 'why')
    expect(stream.state).toEqual({
      name: 'parked',
      reason: 'retry',
      fault: { kind: 'socket-closed', code, reason: 'why' },
      dueAt: clock.monotonic() + 500,
    })
    clock.advance(499)
    expect(net.attempts).toHaveLength(1)
    clock.advance(1)
    expect(net.attempts).toHaveLength(2)
  })

  it.each([4401, 4403, 4409])('that closes with %d does not come back by itself', (code) => {
    goLive()
    net.last().events.closed(code, '')
    clock.advance(24 * 3_600_000)
    expect(stream.state).toMatchObject({ name: 'parked', dueAt: null })
    expect(net.attempts).toHaveLength(1)
    stream.retry()
    expect(net.attempts).toHaveLength(2)
  })

  it.each([4401, 4403, 4409])('that closed with %d stays so when it goes out of sight and back', (code) => {
    goLive()
    net.last().events.closed(code, '')
    stream.stop()
    stream.start(30)
    expect(stream.state.name).toBe('parked')
    expect(net.attempts).toHaveLength(1)
  })

  it('that waits goes on waiting when it goes out of sight and back', () => {
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

  it('that waited out of sight longer than it had to is dialled at once', () => {
    goLive()
    net.last().events.closed(1011, '')
    stream.stop()
    clock.advance(5000)
    expect(net.attempts).toHaveLength(1)
    stream.start(30)
    expect(net.attempts).toHaveLength(2)
  })

  it('that fails again and again is tried ever less, but each minute at least', () => {
    stream.start(30)
    const waits: number[] = []
    for (let failure = 0; failure < 9; failure++) {
      net.last().events.failed({ kind: 'network', reason: 'connection-refused', host: 'a' })
      const from = clock.monotonic()
      clock.runNext()
      waits.push(clock.monotonic() - from)
    }
    expect(waits).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000])
  })

  it('that was healthy for half a minute starts anew with a short wait', () => {
    stream.start(30)
    for (let failure = 0; failure < 5; failure++) {
      net.last().events.failed({ kind: 'cancelled' })
      clock.runNext()
    }
    net.last().events.open()
    clock.advance(30_000)
    net.last().events.closed(1006, '')
    expect(stream.state).toMatchObject({ dueAt: clock.monotonic() + 500 })
  })

  it('that is refused asks why, once, before it says or tries anything', async () => {
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

  it.each(['unauthorized', 'forbidden', 'device_not_found'] as const)(
    'that is refused for a reason only a person can mend (%s) is parked',
    async (code) => {
      stream.start(30)
      net.last().events.refused(403)
      diagnosed(problem(code))
      await settled()
      expect(stream.state.name).toBe('parked')
      expect(clock.pending).toBe(0)
    },
  )

  it('that is let go while the reason is sought stays let go', async () => {
    stream.start(30)
    net.last().events.refused(403)
    stream.stop()
    diagnosed(problem('device_blocked'))
    await settled()
    expect(stream.state).toEqual({ name: 'idle' })
    expect(clock.pending).toBe(0)
  })

  it('that is wanted again while the first reason is sought takes nothing from the late answer', async () => {
    stream.start(30)
    net.last().events.refused(403)
    const late = diagnosed
    stream.stop()
    stream.start(30)
    net.last().events.open()
    late(problem('unauthorized'))
    await settled()
    expect(stream.state).toEqual({ name: 'live' })
  })

  describe('that is closed with 4290', () => {
    const fault: Fault = {
      kind: 'budget-used-up',
      budget: 'active_minutes',
      resetsAt: '2030-01-02T00:00:00Z',
    }
    const closeAgain = () => {
      goLive()
      net.last().events.closed(4290, '')
      clock.runNext()
      net.last().events.open()
      net.last().events.closed(4290, '')
    }

    it('once, comes back without a look at the budgets', () => {
      goLive()
      net.last().events.closed(4290, '')
      clock.advance(1000)
      expect(budgetsAsked).toBe(0)
      expect(net.attempts).toHaveLength(2)
    })

    it('again, looks at the budgets once, and makes no attempt before they are known', async () => {
      let known: (fault: null) => void = () => undefined
      usedUp = new Promise((resolve) => (known = resolve))
      closeAgain()
      clock.advance(600_000)
      expect(budgetsAsked).toBe(1)
      expect(net.attempts).toHaveLength(2)
      known(null)
      await settled()
      clock.advance(0)
      expect(net.attempts).toHaveLength(3)
    })

    it('again, with a budget used up, is parked until it is full again, and then some', async () => {
      usedUp = Promise.resolve(fault)
      closeAgain()
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

    it('again, after half a minute of health, is as if it were the first time', () => {
      goLive()
      net.last().events.closed(4290, '')
      clock.runNext()
      net.last().events.open()
      clock.advance(30_000)
      net.last().events.closed(4290, '')
      expect(budgetsAsked).toBe(0)
    })

    it('again, and let go meanwhile, takes nothing from the late answer', async () => {
      usedUp = Promise.resolve(fault)
      closeAgain()
      stream.stop()
      await settled()
      expect(stream.state).toEqual({ name: 'idle' })
    })
  })

  it('that is refused because a budget is used up is parked until it is full again', async () => {
    stream.start(30)
    net.last().events.refused(403)
    diagnosed({ kind: 'budget-used-up', budget: 'active_minutes', resetsAt: '2030-01-01T12:00:00Z' })
    await settled()
    expect(stream.state).toMatchObject({
      reason: 'budget',
      dueAt: clock.monotonic() + Date.UTC(2030, 0, 1, 12) - clock.now() + 500,
    })
  })

  it('that a used-up budget refuses is parked until it is full again, though nobody can say which it is', async () => {
    stream.start(30)
    net.last().events.refused(403)
    const resetsAt = '2030-01-01T12:00:00Z'
    diagnosed({ kind: 'problem', code: 'quota_exceeded', status: 429, detail: '', resetsAt })
    await settled()
    clock.advance(11.9 * 3_600_000)
    expect(net.attempts).toHaveLength(1)
    clock.advance(0.2 * 3_600_000)
    expect(net.attempts).toHaveLength(2)
  })

  it.each([
    ['back', -24],
    ['forward', 24],
  ])('waits as long as it had to when the wall clock is set %s by a day', (_, hours) => {
    goLive()
    net.last().events.closed(1011, '')
    clock.setWall(hours * 3_600_000)
    clock.advance(499)
    expect(net.attempts).toHaveLength(1)
    clock.advance(1)
    expect(net.attempts).toHaveLength(2)
  })

  it('that waits out of sight is dialled in time when the wall clock is set back by a day meanwhile', () => {
    goLive()
    net.last().events.closed(1011, '')
    stream.stop()
    clock.setWall(-24 * 3_600_000)
    clock.advance(500)
    stream.start(30)
    clock.advance(0)
    expect(net.attempts).toHaveLength(2)
  })

  it('whose budget should be full already waits all the same', async () => {
    stream.start(30)
    net.last().events.refused(403)
    diagnosed({ kind: 'budget-used-up', budget: 'active_minutes', resetsAt: '2029-01-01T00:00:00Z' })
    await settled()
    expect(stream.state).toMatchObject({ reason: 'budget', dueAt: clock.monotonic() + 500 })
  })

  it('waits at least as long as the service asks', async () => {
    stream.start(30)
    net.last().events.refused(403)
    diagnosed({ kind: 'problem', code: 'rate_limited', status: 429, detail: '', retryAfterS: 20 })
    await settled()
    expect(stream.state).toMatchObject({ reason: 'retry', dueAt: clock.monotonic() + 20_500 })
  })

  it('tells of a key that is refused (4401), and of a channel (4403) it does not', () => {
    goLive()
    net.last().events.closed(4403, '')
    expect(keyRefusals).toEqual([])
    stream.retry()
    net.last().events.open()
    net.last().events.closed(4401, 'revoked')
    expect(keyRefusals).toEqual([{ kind: 'socket-closed', code: 4401, reason: 'revoked' }])
  })

  it('whose key is refused elsewhere ends, and is wanted in vain until the key may be used again', () => {
    const fault = problem('unauthorized', 401)
    goLive()
    stream.parkKey(fault)
    expect(net.last().closed).toBe(true)
    stream.stop()
    stream.start(30)
    clock.advance(24 * 3_600_000)
    expect(stream.state).toEqual({ name: 'parked', reason: 'key', fault, dueAt: null })
    expect(net.attempts).toHaveLength(1)
    stream.unpark(({ reason }) => reason === 'key')
    stream.start(30)
    expect(net.attempts).toHaveLength(2)
  })

  it('that may not be used for a reason of its own still may not when its key may be used again', () => {
    goLive()
    net.last().events.closed(4403, '')
    stream.parkKey(problem('unauthorized', 401))
    stream.unpark(({ reason }) => reason === 'key')
    expect(stream.state).toMatchObject({ reason: 'refused' })
  })

  it('that is let go while it waits does not come back', () => {
    goLive()
    net.last().events.closed(1011, '')
    stream.stop()
    expect(clock.pending).toBe(0)
    expect(stream.state).toEqual({ name: 'idle' })
  })

  it('that is let go closes its socket', () => {
    goLive()
    stream.stop()
    expect(net.last().closed).toBe(true)
  })

  it('comes back at once when the user asks, and only one attempt is under way', () => {
    goLive()
    net.last().events.closed(1011, '')
    stream.retry()
    expect(net.attempts).toHaveLength(2)
    clock.advance(120_000)
    expect(net.attempts).toHaveLength(2)
  })

  it('waits until a connect may be made, and makes none once it is let go', () => {
    mayConnect = []
    stream.start(30)
    expect(stream.state).toEqual({ name: 'connecting' })
    expect(net.attempts).toHaveLength(0)
    mayConnect[0]?.()
    expect(net.attempts).toHaveLength(1)
    stream.stop()
    stream.start(30)
    stream.stop()
    expect(mayConnect).toEqual([])
  })

  describe('at another frame rate', () => {
    const frame = (attempt: Attempt | undefined, byte: number) =>
      attempt?.events.message(Buffer.of(byte), false)
    const shown = () => frames.map(({ jpeg }) => jpeg[0])

    it('is opened anew beside the old one, which goes on until the new one shows a picture', () => {
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

    it('takes over without a picture after a while, because a still screen sends none', () => {
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
    ])('stays as it is when the new one is %s, and does not ask again for half a minute', (_, fail) => {
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

    it('that was refused is asked for again after half a minute, and any other at once', () => {
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

    it('is asked for once, however often it is wanted, and not while it is the one that there is', () => {
      goLive()
      stream.start(30)
      stream.start(5)
      stream.start(5)
      stream.start(10)
      expect(askedFps).toEqual([30, 5])
    })

    it('has its turn kept while it waits for it, and then asks for the newest', () => {
      goLive()
      mayConnect = []
      stream.start(5)
      stream.start(10)
      expect(mayConnect).toHaveLength(1)
      mayConnect[0]?.()
      expect(askedFps).toEqual([30, 10])
    })

    it('goes on with the new one when the old one is lost meanwhile, and comes back when neither is open', () => {
      goLive()
      stream.start(5)
      net.last().events.open()
      net.attempts[0]?.events.closed(1006, '')
      expect(stream.state).toEqual({ name: 'live' })
      stream.start(10)
      net.attempts[1]?.events.closed(1006, '')
      expect(stream.state).toMatchObject({ name: 'parked', reason: 'retry' })
      expect(net.last().closed).toBe(true)
      clock.advance(500)
      expect(askedFps).toEqual([30, 5, 10, 10])
    })

    it('leaves nothing open when it is let go', () => {
      goLive()
      stream.start(5)
      stream.stop()
      expect(net.attempts.every(({ closed }) => closed)).toBe(true)
      expect(clock.pending).toBe(0)
      expect(stream.rate).toBeNull()
    })

    it('is known with the time at which it was asked for', () => {
      goLive()
      const since = clock.monotonic()
      clock.advance(1000)
      expect(stream.rate).toEqual({ fps: 30, since })
      stream.start(5)
      expect(stream.rate).toEqual({ fps: 5, since: since + 1000 })
    })
  })
})
