import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { HandshakeGate } from '../../../src-main/core/phone/handshake-gate'
import { TileSession } from '../../../src-main/core/phone/tile-session'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import { createScriptedDial } from '../service/scripted-dial'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const badFrame = Buffer.from('<html>')
const never = () => new Promise<never>(() => undefined)

describe('a phone of the wall', () => {
  let clock: FakeClock
  let stream: ReturnType<typeof createScriptedDial>
  let control: ReturnType<typeof createScriptedDial>
  let tile: TileSession
  let frames: number[]
  let lacksControl: boolean
  let losses: Fault[]
  let askDevice: () => Promise<never>

  beforeEach(() => {
    clock = createFakeClock()
    stream = createScriptedDial()
    control = createScriptedDial()
    frames = []
    lacksControl = false
    losses = []
    askDevice = never
    const gate = (channel: 'stream' | 'control') =>
      new HandshakeGate({
        ...{ clock, channel, backoff: createBackoff(clock, () => 0.5) },
        ...{ hasFreePlace: () => true, phones: () => 1, onChange: () => undefined },
      })
    tile = new TileSession({
      ...{ clock, random: () => 0.5, publicId: 'a', tile: 7, msUntil: () => 0 },
      handshakes: { stream: gate('stream'), control: gate('control') },
      api: { device: () => askDevice(), snapshot: never },
      findUsedUp: () => Promise.resolve(null),
      lacksControl: () => lacksControl,
      lookAtJobs: () => Promise.resolve('none'),
      dial: (path) => (path.includes('/stream') ? stream : control).dial,
      whenMayConnect(_, run) {
        run()
        return () => undefined
      },
      onKeyRefused: () => undefined,
      onFrame: (number) => frames.push(number),
      onState: () => undefined,
      onNotice: () => undefined,
      onLost: (_, fault) => losses.push(fault),
      onGesture: () => undefined,
    })
    tile.setLive(30)
    stream.last().events.open()
  })

  const send = (...messages: Uint8Array[]) => {
    for (const message of messages) stream.last().events.message(Buffer.from(message), false)
  }
  const hover = () => tile.control.gesture({ kind: 'hover' })
  const openControl = () => {
    hover()
    const [logical, snapshot] = [
      { w: 50, h: 100 },
      { w: 100, h: 200 },
    ]
    const ready = JSON.stringify({ type: 'ready', logical, snapshot, max_messages_per_second: 120 })
    control.last().events.open()
    control.last().events.message(Buffer.from(ready), true)
  }

  it('shows that its frames are unreadable as long as its stream is open', () => {
    send(badFrame)
    clock.advance(1000)
    expect(tile.state.isUnreadable).toBe(true)
    stream.last().events.closed(1011, '')
    expect(tile.state).toMatchObject({ isUnreadable: false, state: 'offline' })
  })

  it('shows a pending job whatever its stream does, and connects nothing until it ends', () => {
    stream.last().events.closed(1011, '')
    tile.setIdle('job', null)
    tile.retry()
    hover()
    expect(tile.state).toMatchObject({ state: 'automation', fault: null, retryAt: null })
    clock.advance(60_000)
    expect([stream.attempts.length, control.attempts.length]).toEqual([1, 0])
  })

  it('shows that its control channel is away, and reconnects it when the user asks', () => {
    for (let failure = 0; failure < 4; failure += 1) {
      clock.runNext()
      hover()
      control.last().events.closed(1011, '')
    }
    expect(tile.state).toMatchObject({ isControlAway: true, control: 'closed' })
    const before = control.attempts.length
    stream.last().events.closed(1011, '')
    tile.retry()
    tile.retry()
    expect(control.attempts.length).toBe(before + 1)
    expect(tile.state).toMatchObject({ control: 'connecting', isControlAway: false })
  })

  it('takes its control channel back from another session at most every 2 s', () => {
    openControl()
    for (const isSoon of [false, true]) {
      control.last().events.closed(4409, '')
      expect(tile.state.control).toBe('taken')
      tile.takeBack()
      expect(tile.state.control).toBe(isSoon ? 'taken' : 'connecting')
    }
    clock.advance(2000)
    tile.takeBack()
    expect(tile.state.control).toBe('connecting')
  })

  it('opens no control channel without the scope, and says so for lost input', () => {
    lacksControl = true
    hover()
    tile.control.gesture({ kind: 'key', key: 'enter' })
    expect(control.attempts).toEqual([])
    const because = { kind: 'scope-missing', scope: 'control' }
    expect(losses).toEqual([{ kind: 'input-not-sent', why: 'channel-closed', because }])
  })

  it('ends both channels when the key is refused, until it may be used again', () => {
    openControl()
    const fault: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }
    tile.parkKey(fault)
    expect([stream.last().closed, control.last().closed, tile.inUse]).toEqual([true, true, false])
    expect(tile.state).toMatchObject({ state: 'parked', fault, controlFault: fault, retryAt: null })
    tile.unparkKey()
    tile.setLive(30)
    expect(tile.state).toMatchObject({ state: 'connecting', control: 'closed' })
  })

  it('comes back once for each list that was read after the phone had left, and has it', async () => {
    const fault: Fault = { kind: 'problem', code: 'device_not_found', status: 404, detail: '' }
    askDevice = () => Promise.reject(new FaultError(fault))
    const lose = async () => {
      stream.last().events.refused(404)
      await new Promise((resolve) => setImmediate(resolve))
      expect(tile.state).toMatchObject({ state: 'parked', fault, retryAt: null })
    }
    await lose()
    tile.listed(clock.monotonic() - 1)
    expect(tile.state.state, 'that list may be older').toBe('parked')
    for (const times of [1, 2]) {
      clock.advance(1000)
      tile.listed(clock.monotonic())
      tile.setLive(30)
      expect(tile.state.state).toBe('connecting')
      clock.runNext()
      await lose()
      tile.setLive(30)
      expect(stream.attempts).toHaveLength(times + 1)
    }
  })

  it('leaves no socket and no timer when it is closed', () => {
    openControl()
    send(badFrame, jpegHeaders(100, 200))
    expect(frames).toEqual([7])
    tile.close()
    expect([stream.last().closed, control.last().closed, clock.pending]).toEqual([true, true, 0])
  })
})
