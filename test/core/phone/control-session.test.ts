import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/bridge/gesture'
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
const settle = () => new Promise((resolve) => setImmediate(resolve))
const mouse = (x: number, buttons: number) => ({ type: 'mouse', x, y: 5, buttons })

describe('a control channel (spec 4.11)', () => {
  let clock: FakeClock
  let net: ReturnType<typeof createScriptedDial>
  let control: ControlSession
  let notices: Fault[]
  /** Those of the notices that tell of a lost input. */
  let losses: Fault[]
  let gestures: number
  /** Those that wait for their turn to connect; null: nobody has to. */
  let mayConnect: (() => void)[] | null
  let sizes: Size[]
  let frameSize: Size | null
  let diagnosis: Fault
  let usedUp: Fault | null
  let budgetsAsked: number
  let keyRefusals: Fault[]
  let states: string[]
  let onState: (state: ControlState) => void

  beforeEach(() => {
    clock = createFakeClock()
    net = createScriptedDial()
    notices = []
    losses = []
    gestures = 0
    mayConnect = null
    sizes = []
    frameSize = null
    usedUp = null
    budgetsAsked = 0
    keyRefusals = []
    states = []
    onState = ({ name }) => states.push(name)
    diagnosis = { kind: 'handshake-refused', status: 403, channel: 'control', withoutRead: false }
    control = new ControlSession({
      isWanted: () => true,
      refusal: () => null,
      dial: net.dial,
      whenMayConnect(run) {
        if (!mayConnect) {
          run()
          return () => undefined
        }
        const turn = () => run()
        mayConnect.push(turn)
        return () => (mayConnect = mayConnect?.filter((each) => each !== turn) ?? null)
      },
      clock,
      backoff: createBackoff(clock, () => 0.5),
      msUntil: (instant) => Math.max(0, Date.parse(instant) - clock.now()),
      diagnose: () => Promise.resolve(diagnosis),
      findUsedUp() {
        budgetsAsked += 1
        return Promise.resolve(usedUp)
      },
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
  const buttonsSent = () => (sent() as { buttons?: number }[]).map(({ buttons }) => buttons)

  it('opens when the pointer first rests on the screen', () => {
    control.gesture(hover)
    expect(control.state).toEqual({ name: 'connecting' })
    control.gesture(hover)
    expect(net.attempts).toHaveLength(1)
  })

  it('waits until a connect may be made, and makes none once it is let go', async () => {
    mayConnect = []
    const opening = control.open()
    expect(control.state).toEqual({ name: 'connecting' })
    expect(net.attempts).toHaveLength(0)
    mayConnect[0]?.()
    net.last().events.open()
    ready()
    expect(await opening).toBe(null)
    control.close()
    mayConnect = []
    make(hover)
    control.close()
    expect(mayConnect).toEqual([])
  })

  it('that the user takes back while its budgets are looked at, and while it waits for its turn, opens', async () => {
    open()
    net.last().events.closed(4290, '')
    clock.advance(500)
    open()
    usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }
    net.last().events.closed(4290, '')
    mayConnect = []
    control.takeBack()
    await Promise.resolve()
    await Promise.resolve()
    expect(control.state).toEqual({ name: 'connecting' })
  })

  it('opens for an input, and says to all who wait when it is open: with `ready`', async () => {
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

  it('without `ready` in 5 s is given up, and tells who waits for it that input is lost', async () => {
    const opening = control.open()
    net.last().events.open()
    clock.advance(5000)
    expect(await opening).toEqual({ kind: 'input-not-sent', why: 'channel-closed' })
    make(key)
    expect(net.last().closed).toBe(true)
    expect(control.state).toMatchObject({ name: 'parked', reason: 'retry', dueAt: clock.monotonic() + 500 })
    expect(notices).toEqual([{ kind: 'input-not-sent', why: 'channel-closed' }])
  })

  it('opens again in time when the wall clock is set back by a day while it waits', () => {
    open()
    net.last().events.closed(1011, '')
    clock.setWall(-24 * 3_600_000)
    clock.advance(500)
    make(hover)
    expect(net.attempts).toHaveLength(2)
  })

  it('closed with 4409 stays closed until the user takes it back', () => {
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

  it('closed with 4409 is still taken after its tile went out of sight', () => {
    open()
    net.last().events.closed(4409, '')
    control.close()
    make(hover)
    expect(net.attempts).toHaveLength(1)
  })

  it.each([1011, 4290, 4400, 1006])('closed with %d opens with a gesture, not before its time', (code) => {
    open()
    net.last().events.closed(code, '')
    make(hover)
    control.close()
    make(hover)
    expect(net.attempts).toHaveLength(1)
    clock.advance(500)
    expect(net.attempts).toHaveLength(1)
    make(hover)
    expect(net.attempts).toHaveLength(2)
  })

  it.each([4401, 4403])('closed with %d is parked until it is fixed, out of sight and back too', (code) => {
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

  it('refused for a reason only a person can mend is parked', async () => {
    diagnosis = { kind: 'problem', code: 'forbidden', status: 403, detail: 'scope control is required' }
    control.gesture(hover)
    net.last().events.refused(403)
    await Promise.resolve()
    expect(control.state).toEqual({ name: 'parked', reason: 'refused', fault: diagnosis, dueAt: null })
  })

  it('closed with 4400 comes back without the message that was too large, and the hand goes on', () => {
    open()
    const tooLarge: Gesture = { kind: 'key', key: 'x'.repeat(9000) }
    make(tooLarge)
    net.last().events.closed(4400, 'message over 8 KiB')
    clock.advance(500)
    make(hover)
    net.last().events.open()
    ready()
    clock.advance(600_000)
    expect(sent()).toEqual([])
  })

  it('closed with 4290 again, with a budget used up, opens for nobody until it is full again', async () => {
    open()
    net.last().events.closed(4290, '')
    expect(budgetsAsked).toBe(0)
    clock.advance(500)
    open()
    usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }
    net.last().events.closed(4290, '')
    clock.advance(60_000)
    make(hover)
    await Promise.resolve()
    await Promise.resolve()
    expect(budgetsAsked).toBe(1)
    expect(control.state).toMatchObject({ reason: 'budget', fault: usedUp })
    control.close()
    clock.advance(20 * 3_600_000)
    make(hover, key)
    expect(net.attempts).toHaveLength(2)
    expect(notices).toEqual([{ kind: 'input-not-sent', why: 'channel-closed', because: usedUp }])
    clock.advance(5 * 3_600_000)
    make(hover)
    expect(net.attempts).toHaveLength(3)
  })

  it('ends when the key is refused elsewhere, says what is lost by it, and opens once the key may be used again', () => {
    open()
    const fault: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }
    make(down(1))
    control.parkKey(fault)
    expect(net.last().closed).toBe(true)
    expect(notices).toEqual([{ kind: 'input-partly-sent' }])
    clock.advance(3_600_000)
    make(hover)
    expect(net.attempts).toHaveLength(1)
    control.unpark(({ reason }) => reason === 'key')
    make(hover)
    expect(net.attempts).toHaveLength(2)
  })

  it('taken by another session still is when the key was refused and may be used again', () => {
    open()
    net.last().events.closed(4409, '')
    control.parkKey({ kind: 'problem', code: 'unauthorized', status: 401, detail: '' })
    control.unpark(({ reason }) => reason === 'key')
    make(hover)
    expect(control.state).toMatchObject({ reason: 'taken' })
    expect(net.attempts).toHaveLength(1)
  })

  it('tells of each gesture that goes out, as the service counts them, and of none that is lost', () => {
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

  it('says what was not applied, and stays open', () => {
    open()
    say({ type: 'error', code: 'device_error', detail: 'It did not.' })
    say({ type: 'typed', skipped: ['☃'] })
    expect(notices).toEqual([
      { kind: 'control-error', code: 'device_error', detail: 'It did not.' },
      { kind: 'not-typed', skipped: ['☃'] },
    ])
    expect(control.state).toEqual({ name: 'ready' })
  })

  it('passes on 5 notices of the service a second, and then tells of the rest', () => {
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

  it('outlives messages that are not of the language', () => {
    open()
    net.last().events.message(Buffer.from('{cut'), true)
    net.last().events.message(Buffer.of(1, 2), false)
    say({ type: 'news' })
    expect(control.state).toEqual({ name: 'ready' })
    expect(notices).toEqual([])
  })

  it('keeps a long hold alive, within the 10 s of the service', () => {
    open()
    make(down(7))
    clock.advance(60_000)
    expect(sent().length).toBeGreaterThan(60_000 / 10_000)
    expect(new Set(buttonsSent())).toEqual(new Set([1]))
    make(up(7))
    const count = sent().length
    clock.advance(60_000)
    expect(sent()).toHaveLength(count)
  })

  it('is not let go under a hand that holds, but is when nobody has used it for two minutes', () => {
    open()
    make(down(7))
    clock.advance(300_000)
    expect(control.state).toEqual({ name: 'ready' })
    make(up(7))
    clock.advance(120_000)
    expect(control.state).toEqual({ name: 'closed' })
    expect(net.last().closed).toBe(true)
  })

  it('after `hold_timeout` presses no more by itself, whatever the hand that still holds does', () => {
    open()
    make(down(1), move(2))
    const before = sent().length
    say({ type: 'error', code: 'hold_timeout', detail: '' })
    make(move(3), move(4))
    clock.advance(60_000)
    make(up(5))
    clock.advance(60_000)
    expect(sent().slice(before)).toEqual([mouse(5, 0)])
    const count = sent().length
    expect(notices).toEqual([{ kind: 'control-error', code: 'hold_timeout', detail: '' }])
    make(down(6, 2), up(6, 2))
    expect(sent().slice(count)).toEqual([mouse(6, 1), mouse(6, 0)])
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

  it('releases a press that had to wait while the service let go of an earlier one (`hold_timeout`)', () => {
    open()
    make(down(1), ...Array.from({ length: 30 }, () => key), up(1), down(6, 2))
    say({ type: 'error', code: 'hold_timeout', detail: '' })
    clock.advance(3000)
    make({ kind: 'release', press: 2 })
    clock.advance(3000)
    expect(sent().slice(-3)).toEqual([mouse(1, 0), mouse(6, 1), mouse(6, 0)])
  })

  it('follows and keeps alive a press that had to wait while the service let go of an earlier one (`hold_timeout`)', () => {
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

  it('after `hold_timeout` presses next where the hand does, though the press has to wait for the rate', () => {
    open()
    make(down(1), ...Array.from({ length: 30 }, (_, x) => [key, move(x)]).flat())
    say({ type: 'error', code: 'hold_timeout', detail: '' })
    make(up(1), down(6, 2), move(9, 2), up(9, 2))
    clock.advance(3000)
    expect(sent().slice(-3)).toEqual([mouse(6, 1), mouse(9, 1), mouse(9, 0)])
    const late = sent().slice(12, -3) as { type: string }[]
    expect(late.filter(({ type }) => type === 'mouse')).toEqual([mouse(1, 0)])
  })

  it('replays nothing after a lost connection, and moves after a lost press never press', () => {
    open()
    make(down(1), move(2))
    net.last().events.closed(1011, '')
    expect(notices).toEqual([{ kind: 'input-partly-sent' }])
    clock.advance(1000)
    make(hover)
    net.last().events.open()
    ready()
    make(move(3), move(4), up(5))
    clock.advance(30_000)
    expect(sent()).toEqual([])
    make(down(6, 2))
    expect(sent()).toEqual([mouse(6, 1)])
  })

  it('says why the channel is refused to whoever uses it', async () => {
    const opening = control.open()
    net.last().events.refused(403)
    const lost = { kind: 'input-not-sent', why: 'channel-closed', because: diagnosis }
    expect(await opening).toEqual(lost)
    expect(notices).toEqual([])
    control.gesture(key)
    expect(notices).toEqual([lost])
  })

  it('says of what still waits for its turn that the channel closed in the middle of it', () => {
    open()
    make(...Array.from({ length: 60 }, () => key))
    control.close()
    expect(notices).toEqual([{ kind: 'input-partly-sent' }])
  })

  it('says that a text may not have arrived which was not answered when it closed, once, and of no other', () => {
    const typing = (what: string): Gesture => ({ kind: 'text', text: what })
    open()
    make(typing('stalled text'), key)
    net.last().events.closed(1006, '')
    expect(notices).toEqual([{ kind: 'input-unconfirmed' }])
    expect(losses).toEqual(notices)
    clock.advance(1000)
    open()
    make(typing('answered'))
    say({ type: 'typed', skipped: [] })
    net.last().events.closed(1011, '')
    expect(notices).toHaveLength(1)
    clock.advance(2000)
    open()
    make(typing('sent'), typing('waiting'))
    net.last().events.closed(1011, '')
    expect(notices.slice(1)).toEqual([{ kind: 'input-partly-sent' }])
  })

  it('says that what was done last may not have arrived, a tap too, where nothing was heard any more', () => {
    open()
    make(down(1), up(1))
    clock.advance(20_000)
    make(down(2), up(2))
    clock.advance(30_000)
    net.last().events.closed(1006, '', 35_000)
    expect(notices).toEqual([{ kind: 'input-unconfirmed' }])
    // What was done before that was heard of.
    clock.advance(1000)
    open()
    make(down(3), up(3))
    clock.advance(36_000)
    net.last().events.closed(1006, '', 35_000)
    clock.advance(5000)
    open()
    make(down(4), up(4))
    net.last().events.closed(1006, '')
    expect(notices).toHaveLength(1)
  })

  it('says so too of a text that was not answered when the channel is let go, unless something was said of it', () => {
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
  ])('tells of what may not have been read when it closed: %s', (_, steps, unreadMs, told) => {
    open()
    for (const step of steps) {
      step()
      clock.advance(200)
    }
    net.last().events.closed(1011, '', unreadMs)
    expect(losses.map(({ kind }) => kind)).toEqual(told)
  })

  it('is settled behind an input when the service has answered a ping, which is no input', async () => {
    open()
    make(key)
    let isSettled = false
    void control.settled().then(() => (isSettled = true))
    await settle()
    expect(net.last().sent).toEqual([{ type: 'key', key: 'enter' }, { type: 'ping' }])
    expect([isSettled, gestures]).toEqual([false, 1])
    say({ type: 'pong' })
    await settle()
    expect(isSettled).toBe(true)
    clock.advance(500)
    net.last().events.closed(1011, '', 400)
    expect(losses, 'the key was read').toEqual([])
  })

  it('tells once that it is closed', () => {
    control.gesture(hover)
    control.close()
    control.close()
    expect(states).toEqual(['connecting', 'closed'])
  })

  it('is waited for where it comes back soon, and opens for those who wait', async () => {
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

  it('is not waited for where it comes back late, and those who waited are told where it does not', async () => {
    open()
    net.last().events.closed(1011, '')
    const failing = control.open()
    clock.advance(500)
    net.last().events.closed(1011, '')
    expect(await failing).toEqual({ kind: 'input-not-sent', why: 'channel-closed' })
    // 1 s, 2 s, 4 s.
    for (const dueMs of [1000, 2000]) {
      expect(control.state).toMatchObject({ dueAt: clock.monotonic() + dueMs })
      const again = control.open()
      clock.advance(dueMs)
      net.last().events.closed(1011, '')
      expect(await again).toEqual({ kind: 'input-not-sent', why: 'channel-closed' })
    }
    expect(control.open()).toBe(null)
    clock.advance(2000)
    const soon = control.open()
    control.close()
    expect(await soon).toEqual({ kind: 'input-not-sent', why: 'channel-closed' })
    clock.advance(10_000)
    expect(net.attempts).toHaveLength(4)
  })

  it('is away while no input waits for it, and tells when one does again', () => {
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

  it('has nothing left to do once it is closed, however long it would have been away', () => {
    open()
    // 0.5 s, 1 s, 2 s, 4 s.
    for (const waitMs of [500, 1000, 2000]) {
      net.last().events.closed(1011, '')
      clock.advance(waitMs)
      control.gesture(hover)
    }
    net.last().events.closed(1011, '')
    expect(control.isAway).toBe(true)
    control.close()
    expect(clock.pending).toBe(0)
  })

  it('tells those who wait for it that a budget is used up, and opens for them once that is over', async () => {
    usedUp = { kind: 'budget-used-up', budget: 'actions', resetsAt: '2030-01-02T00:00:00Z' }
    expect(await Promise.all(closeTwice())).toEqual([
      { kind: 'input-not-sent', why: 'channel-closed' },
      { kind: 'input-not-sent', why: 'channel-closed', because: usedUp },
    ])
    expect(control.open()).toBe(null)
    control.unpark(() => true)
    expect(control.open()).not.toBe(null)
  })

  it('opens for those who wait once the budgets are known to last', async () => {
    void closeTwice()
    await Promise.resolve()
    await Promise.resolve()
    clock.advance(1000)
    expect(net.attempts).toHaveLength(3)
  })

  it('says that input is lost while the channel may not open', () => {
    open()
    net.last().events.closed(1011, '')
    make(down(1), move(2), up(3), key, hover)
    expect(losses).toEqual([
      { kind: 'input-not-sent', why: 'channel-closed' },
      { kind: 'input-not-sent', why: 'channel-closed' },
    ])
  })

  it('releases where the finger is when the hand lets go without a place', () => {
    open()
    make(down(1), move(9), { kind: 'release', press: 1 }, { kind: 'release', press: 1 })
    clock.advance(1000)
    expect(sent()).toEqual([mouse(1, 1), mouse(9, 1), mouse(9, 0)])
  })

  it('cancels a gesture under way when the screen has another size, and presses no more', () => {
    frameSize = space
    open()
    make(down(1))
    frameSize = { width: 200, height: 100 }
    make(move(50), move(60), up(70))
    clock.advance(10_000)
    expect(sent()).toEqual([mouse(1, 1), mouse(1, 0)])
  })

  it('takes no point of a screen that has another size now, and says so', () => {
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
