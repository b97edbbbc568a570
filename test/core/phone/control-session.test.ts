import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { Size } from '../../../src-shared/protocol/device'
import type { Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { ControlSession, type ControlState } from '../../../src-main/core/phone/control-session'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { createScriptedDial } from '../service/scripted-dial'

const space: Size = { width: 100, height: 200 }
const pointer =
  (phase: 'down' | 'move' | 'up') =>
  (x: number, press = 1, seen = space): Gesture => ({ kind: 'pointer', press, phase, x, y: 5, space: seen })
const down = pointer('down')
const move = pointer('move')
const up = pointer('up')
const hover: Gesture = { kind: 'hover' }
const key: Gesture = { kind: 'key', key: 'enter' }
const mouse = (x: number, buttons: number) => ({ type: 'mouse', x, y: 5, buttons })

describe('a control channel (spec 4.11)', () => {
  let clock: FakeClock
  let net: ReturnType<typeof createScriptedDial>
  let control: ControlSession
  let notices: Fault[]
  /** Those of the notices that tell of a lost input. */
  let losses: Fault[]
  let gestures: number
  let sizes: Size[]
  let frameSize: Size | null
  let diagnosis: Fault
  let usedUp: Fault | null
  let keyRefusals: Fault[]
  let onState: (state: ControlState) => void

  beforeEach(() => {
    clock = createFakeClock()
    net = createScriptedDial()
    notices = []
    losses = []
    gestures = 0
    sizes = []
    frameSize = null
    usedUp = null
    keyRefusals = []
    onState = () => undefined
    diagnosis = { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false }
    control = new ControlSession({
      isWanted: () => true,
      refusal: () => null,
      dial: net.dial,
      whenMayConnect(run) {
        run()
        return () => undefined
      },
      clock,
      backoff: createBackoff(clock, () => 0.5),
      msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
      diagnose: () => Promise.resolve(diagnosis),
      findUsedUp: () => Promise.resolve(usedUp),
      onKeyRefused: (fault) => keyRefusals.push(fault),
      frameSize: () => frameSize,
      onState: (state) => onState(state),
      onSizes: ({ snapshot }) => sizes.push(snapshot),
      onNotice: (fault) => notices.push(fault),
      onLost(fault) {
        losses.push(fault)
        notices.push(fault)
      },
      onGesture: () => (gestures += 1),
    })
  })

  const say = (event: unknown) => net.last().events.message(Buffer.from(JSON.stringify(event)), true)
  const ready = (size = space) =>
    say({
      type: 'ready',
      logical: { w: 50, h: 100 },
      snapshot: { w: size.width, h: size.height },
      max_messages_per_second: 120,
    })
  const open = () => {
    control.gesture(hover)
    net.last().events.open()
    ready()
  }
  /** Closed with 4290 twice in a row. @returns what those are told who wait for it after each */
  const closeTwice = () => {
    open()
    net.last().events.closed(4290, '')
    const first = control.open()
    clock.advance(500)
    net.last().events.closed(4290, '')
    return [first, control.open()]
  }
  const make = (...gestures: Gesture[]) => gestures.forEach((gesture) => control.gesture(gesture))
  const sent = () => net.last().sent

  it('opens when the pointer first rests on the screen', () => {
    control.gesture(hover)
    expect(control.state).toEqual({ name: 'connecting' })
    control.gesture(hover)
    expect(net.attempts).toHaveLength(1)
  })

  it('opens for an input, and is open for all who wait with `ready`', async () => {
    let open = 0
    for (let count = 0; count < 2; count += 1) void control.open()?.then(() => (open += 1))
    expect(net.attempts).toHaveLength(1)
    net.last().events.open()
    await Promise.resolve()
    expect(open).toBe(0)
    ready()
    await Promise.resolve()
    expect(open).toBe(2)
    expect(control.open()).toBe(null)
    make(key)
    expect(sent()).toEqual([{ type: 'key', key: 'enter' }])
    expect(sizes).toEqual([space])
    expect(notices).toEqual([])
  })

  it('gives up without `ready` in 5 s, and reports the waiting input as lost', async () => {
    const opening = control.open()
    net.last().events.open()
    clock.advance(5000)
    expect(await opening).toEqual({ kind: 'input-not-sent', why: 'channel-closed' })
    make(key)
    expect(net.last().closed).toBe(true)
    expect(control.state).toMatchObject({ name: 'parked', reason: 'retry', dueAt: clock.monotonic() + 500 })
    expect(notices).toEqual([{ kind: 'input-not-sent', why: 'channel-closed' }])
  })

  it('opens again in time when the wall clock is set back by a day', () => {
    open()
    net.last().events.closed(1011, '')
    clock.setWall(-24 * 3_600_000)
    clock.advance(500)
    make(hover)
    expect(net.attempts).toHaveLength(2)
  })

  it('stays closed after 4409 until the user takes it back', () => {
    open()
    net.last().events.closed(4409, 'replaced')
    make(hover, key, down(1))
    clock.advance(600_000)
    make(hover)
    expect(net.attempts).toHaveLength(1)
    expect(control.state).toMatchObject({ name: 'parked', reason: 'taken' })
    control.takeBack()
    expect(net.attempts).toHaveLength(2)
  })

  it.each([4401, 4403])('stays parked after %d until a person acts, also out of sight and back', (code) => {
    open()
    net.last().events.closed(code, 'revoked')
    expect(control.state).toEqual({
      name: 'parked',
      reason: code === 4401 ? 'key' : 'refused',
      fault: { kind: 'socket-closed', code, reason: 'revoked' },
      dueAt: null,
    })
    expect(keyRefusals).toHaveLength(code === 4401 ? 1 : 0)
    clock.advance(600_000)
    control.close()
    make(hover, key)
    expect(net.attempts).toHaveLength(1)
  })

  it('stays taken when the key was refused and may be used again', () => {
    open()
    net.last().events.closed(4409, '')
    control.parkKey({ kind: 'problem', code: 'unauthorized', status: 401, detail: '' })
    control.unpark(({ reason }) => reason === 'key')
    make(hover)
    expect(control.state).toMatchObject({ reason: 'taken' })
    expect(net.attempts).toHaveLength(1)
  })

  it('reports each gesture that goes out as the service counts it, and none lost', () => {
    void control.open()
    net.last().events.failed({ kind: 'network', reason: 'timeout', host: 'a' })
    make(down(1), up(1))
    expect(gestures).toBe(0)
    clock.advance(500)
    open()
    make(down(1), move(2), up(3), key, { kind: 'text', text: 'a' }, down(4, 2))
    expect(gestures).toBe(4)
    say({ type: 'error', code: 'hold_timeout', detail: '' })
    make(up(5, 2), down(6, 3))
    expect(gestures).toBe(5)
  })

  it('reports what was not applied, and stays open', () => {
    open()
    say({ type: 'error', code: 'device_error', detail: 'It did not.' })
    say({ type: 'typed', skipped: ['☃'] })
    expect(notices).toEqual([
      { kind: 'control-error', code: 'device_error', detail: 'It did not.' },
      { kind: 'not-typed', skipped: ['☃'] },
    ])
    expect(control.state).toEqual({ name: 'ready' })
  })

  it('passes on 5 notices of the service a second, and then counts the rest', () => {
    open()
    for (let n = 0; n < 8; n += 1) say({ type: 'error', code: 'c', detail: String(n) })
    for (const skipped of [['一'], ['二']]) say({ type: 'typed', skipped })
    expect(notices.map((fault) => 'detail' in fault && fault.detail)).toEqual(['0', '1', '2', '3', '4'])
    clock.advance(1000)
    expect(notices.slice(5)).toEqual([
      { kind: 'not-typed', skipped: ['一', '二'] },
      { kind: 'more-errors', n: 3 },
    ])
    say({ type: 'error', code: 'c', detail: 'later' })
    expect(notices).toHaveLength(8)
    clock.advance(1000)
    expect(notices).toHaveLength(8)
  })

  it('ignores messages that it doesn’t know', () => {
    open()
    net.last().events.message(Buffer.from('{cut'), true)
    net.last().events.message(Buffer.of(1, 2), false)
    say({ type: 'news' })
    expect(control.state).toEqual({ name: 'ready' })
    expect(notices).toEqual([])
  })

  it('closes when unused for two minutes, but not while a finger is down', () => {
    open()
    make(down(7))
    clock.advance(300_000)
    expect(control.state).toEqual({ name: 'ready' })
    make(up(7))
    clock.advance(120_000)
    expect(control.state).toEqual({ name: 'closed' })
    expect(net.last().closed).toBe(true)
  })

  it('releases again, three times at most, when the service has dropped a message', () => {
    open()
    make(down(1), up(2))
    const limited = () => {
      say({ type: 'error', code: 'rate_limited', detail: '' })
      clock.advance(250)
    }
    const count = sent().length
    for (let times = 0; times < 5; times++) limited()
    expect(sent().slice(count)).toEqual([mouse(2, 0), mouse(2, 0), mouse(2, 0)])
    make(down(3, 2))
    limited()
    expect(sent().at(-1), 'a finger that is down stays down').toEqual(mouse(3, 1))
  })

  it('keeps a press alive that waited while the earlier one had a `hold_timeout`', () => {
    open()
    make(down(1), ...Array.from({ length: 30 }, () => key), up(1), down(6, 2))
    say({ type: 'error', code: 'hold_timeout', detail: '' })
    make(move(8, 2))
    clock.advance(3000)
    expect(sent().slice(-3)).toEqual([mouse(1, 0), mouse(6, 1), mouse(8, 1)])
    const count = sent().length
    clock.advance(10_000)
    expect(sent().slice(count)).toEqual(Array(3).fill(mouse(8, 1)))
  })

  it('says why the channel is refused when it is used', async () => {
    const opening = control.open()
    net.last().events.refused(403)
    const lost = { kind: 'input-not-sent', why: 'channel-closed', because: diagnosis }
    expect(await opening).toEqual(lost)
    expect(notices).toEqual([])
    control.gesture(key)
    expect(notices).toEqual([lost])
  })

  it('reports a text without an answer when the channel closes unused', () => {
    open()
    make({ kind: 'text', text: 'refused' })
    const refusal = { kind: 'control-error', code: 'device_error', detail: '' } as const
    say({ type: 'error', code: refusal.code })
    control.close()
    expect(notices).toEqual([refusal])
    open()
    make({ kind: 'text', text: 'never answered' })
    clock.advance(120_000)
    expect(control.state).toEqual({ name: 'closed' })
    expect(notices.slice(1)).toEqual([{ kind: 'input-unconfirmed' }])
    expect(losses, 'what is done now is not meant with that').toEqual([])
  })

  it.each<[string, (() => void)[], number, string[]]>([
    ['a tap', [() => make(down(1), up(1))], 300, ['input-unconfirmed']],
    ['a key', [() => make(key)], 300, ['input-unconfirmed']],
    ['the end of a press', [() => make(down(1)), () => make(up(1))], 300, ['input-unconfirmed']],
    [
      'a text, of which the phone tells',
      [() => make({ kind: 'text', text: 'a' })],
      300,
      ['input-unconfirmed'],
    ],
    ['a key that was read', [() => make(key)], 100, []],
    ['a press before a move', [() => make(down(1)), () => make(up(1)), () => undefined], 300, []],
  ])('reports what may not have been read when it closed: %s', (_, steps, unreadMs, told) => {
    open()
    for (const step of steps) {
      step()
      clock.advance(200)
    }
    net.last().events.closed(1011, '', unreadMs)
    expect(losses.map(({ kind }) => kind)).toEqual(told)
  })

  it('keeps input waiting if it comes back soon', async () => {
    open()
    net.last().events.closed(1011, '')
    const opening = [control.open(), control.open()]
    clock.advance(490)
    expect(net.attempts).toHaveLength(1)
    clock.advance(10)
    expect(net.attempts).toHaveLength(2)
    net.last().events.open()
    ready()
    expect(await Promise.all(opening)).toEqual([null, null])
    expect(notices).toEqual([])
    expect(clock.pending).toBe(1)
  })

  it('is away while no input waits for it, and reports when it no longer is', () => {
    const told: [string, boolean, number][] = []
    onState = ({ name }) => told.push([name, control.isAway, clock.monotonic()])
    open()
    // 0.5 s, 1 s, 2 s, 4 s.
    for (const waitMs of [500, 1000, 2000]) {
      net.last().events.closed(1011, '')
      expect(control.isAway).toBe(false)
      clock.advance(waitMs)
      control.gesture(hover)
    }
    const startMs = clock.monotonic()
    told.length = 0
    net.last().events.closed(1011, '')
    clock.advance(1000)
    // Out of sight it is not there any sooner.
    control.leave()
    clock.advance(3000)
    expect(told).toEqual([
      ['parked', true, startMs],
      ['parked', false, startMs + 2000],
    ])
    expect(clock.pending).toBe(0)
  })

  it('tells waiting input that a budget is used up, and opens once that is over', async () => {
    usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }
    expect(await Promise.all(closeTwice())).toEqual([
      { kind: 'input-not-sent', why: 'channel-closed' },
      { kind: 'input-not-sent', why: 'channel-closed', because: usedUp },
    ])
    expect(control.open()).toBe(null)
    control.unpark(() => true)
    expect(control.open()).not.toBe(null)
  })

  it('opens for waiting input once the budgets are known to last', async () => {
    void closeTwice()
    await Promise.resolve()
    await Promise.resolve()
    clock.advance(1000)
    expect(net.attempts).toHaveLength(3)
  })

  it('reports input as lost while the channel may not open', () => {
    open()
    net.last().events.closed(1011, '')
    make(down(1), move(2), up(3), key, hover)
    expect(losses).toEqual([
      { kind: 'input-not-sent', why: 'channel-closed' },
      { kind: 'input-not-sent', why: 'channel-closed' },
    ])
  })

  it('takes no point of a screen with another size, and reports that', () => {
    frameSize = { width: 200, height: 100 }
    open()
    make(down(1), up(1))
    expect(notices).toEqual([{ kind: 'input-not-sent', why: 'rotated' }])
    make({ kind: 'scroll', x: 1, y: 1, dy: 1, space })
    expect(notices).toHaveLength(2)
    expect(sent()).toEqual([])
  })

  it('measures by `ready` before the first frame', () => {
    control.gesture(hover)
    net.last().events.open()
    ready({ width: 300, height: 600 })
    make(down(1))
    expect(sent()).toEqual([])
    make(up(1), down(1, 2, { width: 300, height: 600 }))
    expect(sent()).toEqual([mouse(1, 1)])
  })
})
