import { beforeEach, describe, expect, it } from 'vitest'
import type { DevicesState } from '../../../src-shared/features/phones'
import type { UsageState } from '../../../src-shared/features/usage-state'
import type { Device, Label } from '../../../src-shared/protocol/device'
import type { Listed } from '../../../src-main/core/service/answer-body'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createBackoff } from '../../../src-main/core/time/backoff'
import { createDeviceList, type DeviceList } from '../../../src-main/core/account/device-list'
import { createServerClock } from '../../../src-main/core/service/server-clock'
import { UsageMeter } from '../../../src-main/core/account/usage-meter'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { limited } from '../service/limited'
import { fakeDevice, fakeUsage } from '../../renderer/fake-phone'

const usage = fakeUsage()
const refused: Fault = { kind: 'problem', code: 'unauthorized', status: 401, detail: '' }

describe('polling of the device list and the usage meter', () => {
  let clock: FakeClock
  let asked: number
  let fault: Fault | null
  let waitsFor: Promise<void>
  const answer = async <Answer>(what: Answer): Promise<Answer> => {
    asked += 1
    await waitsFor
    if (fault) throw new FaultError(fault)
    return what
  }
  const api = {
    devices: () => answer<Listed<Device>>({ entries: [], leftOut: 0 }),
    usage: () => answer(usage),
  }

  beforeEach(() => {
    clock = createFakeClock()
    asked = 0
    fault = null
    waitsFor = Promise.resolve()
  })

  const readings = {
    devices: (onState: (state: DevicesState | UsageState) => void) =>
      createDeviceList({
        clock,
        backoff: createBackoff(clock, () => 0.5),
        api,
        msUntil: (instant) => createServerClock(clock).msUntil(instant),
        onState,
        onLeftOut: () => undefined,
      }),
    usage: (onState: (state: DevicesState | UsageState) => void) =>
      new UsageMeter({
        clock,
        random: () => 0.5,
        api,
        serverClock: createServerClock(clock),
        onState,
        onWarning: () => undefined,
      }),
  }

  it.each(['devices', 'usage'] as const)('reads %s every minute', async (name) => {
    await readings[name](() => undefined).read()
    clock.advance(59_999)
    expect(asked).toBe(1)
    clock.advance(1)
    expect(asked).toBe(2)
  })

  it.each([
    ['devices', 90, 90_500],
    ['usage', 90, 92_500],
    ['usage', 5, 60_000],
  ] as const)('waits for Retry-After: %s, %i s', async (name, retryAfterS, nextMs) => {
    fault = limited(retryAfterS)
    const states: unknown[] = []
    await readings[name]((state) => states.push(state)).read()
    expect(states).toMatchObject([{ fault }])
    clock.advance(nextMs - 1)
    expect(asked).toBe(1)
    clock.advance(1)
    expect(asked).toBe(2)
  })

  it.each(['devices', 'usage'] as const)('ignores an answer that a later one overtook: %s', async (name) => {
    const states: unknown[] = []
    const reading = readings[name]((state) => states.push(state))
    let answerFirst: () => void = () => undefined
    waitsFor = new Promise((resolve) => (answerFirst = resolve))
    const first = reading.read()
    waitsFor = Promise.resolve()
    await reading.read()
    expect(states).toHaveLength(1)
    answerFirst()
    await first
    expect(states).toHaveLength(1)
  })

  it.each([
    ['devices', 500],
    ['usage', 2500],
  ] as const)('reads %s again a random moment after a used-up budget resets', async (name, laterMs) => {
    const resetsAt = new Date(clock.now() + 5 * 3_600_000).toISOString()
    fault = { kind: 'problem', code: 'quota_exceeded', status: 429, detail: '', retryAfterS: 1, resetsAt }
    await readings[name](() => undefined).read()
    clock.advance(5 * 3_600_000 + laterMs - 1)
    expect(asked).toBe(1)
    clock.advance(1)
    expect(asked).toBe(2)
  })

  it.each(['devices', 'usage'] as const)('stops reading %s when the key is refused', async (name) => {
    fault = refused
    await readings[name](() => undefined).read()
    expect(clock.pending).toBe(0)
  })
})

describe('device list', () => {
  const device = (publicId: string, notes: string | null) => fakeDevice(publicId, { notes })
  const listed = [device('a', null), device('b', null)]

  let clock: FakeClock
  let answers: ((devices: Device[] | Fault) => void)[]
  let states: DevicesState[]
  let readings: (number | null)[]
  let list: DeviceList
  let kept: readonly Pick<Label, 'name' | 'color'>[]
  let leftOut: number

  beforeEach(() => {
    leftOut = 0
    clock = createFakeClock()
    answers = []
    kept = [{ name: 'old', color: '#111111' }]
    states = []
    readings = []
    list = createDeviceList({
      clock,
      backoff: createBackoff(clock, () => 0.5),
      api: {
        devices: () =>
          new Promise((resolve, reject) =>
            answers.push((answer) =>
              Array.isArray(answer) ? resolve({ entries: answer, leftOut }) : reject(new FaultError(answer)),
            ),
          ),
      },
      msUntil: () => 0,
      onState(state, listedAt) {
        states.push(state)
        readings.push(listedAt)
      },
      onLeftOut: () => undefined,
      labels: { known: kept, keep: (labels) => (kept = labels) },
    })
  })
  const notes = (state: DevicesState | undefined) => state?.devices.map((each) => each.notes)
  const read = async (devices: Device[]) => {
    const reading = list.read()
    answers.at(-1)?.(devices)
    await reading
  }
  const signal = new AbortController().signal

  it('says when it lacks phones that can’t be understood', async () => {
    for (leftOut of [1, 0]) await read(listed)
    expect(states.map(({ isPart }) => isPart)).toEqual([true, undefined])
  })

  it('remembers labels that no phone has now, from readings, saves and earlier runs', async () => {
    const [old, red, blue] = [
      { name: 'old', color: '#111111' },
      { name: 'red', color: '#FF0000' },
      { name: 'blue', color: '#0000FF' },
    ]
    const labelled = (...labels: Device['labels']) => ({ ...device('a', ''), labels })
    await read([labelled(red)])
    expect(list.state.unusedLabels).toEqual([old])
    list.save(labelled(blue, old))
    expect(list.state.unusedLabels).toEqual([red])
    await read([labelled()])
    expect(list.state.unusedLabels).toEqual([old, red, blue])
    expect(kept).toEqual([old, red, blue])
    await read([labelled({ ...red, color: '#EE0000' }, old, blue)])
    expect(list.state.unusedLabels).toBeUndefined()
    expect(kept).toContainEqual({ name: 'red', color: '#EE0000' })
  })

  it('reads more often in the minute after a phone has left, or was not found', async () => {
    const readAt: number[] = []
    void list.read()
    for (let ms = 0; ms < 60_000; ms += 1000) {
      if (answers.length > readAt.length) {
        readAt.push(ms)
        answers.at(-1)?.(listed)
        if (ms === 0) list.missed()
        await new Promise((resolve) => setImmediate(resolve))
      }
      clock.advance(1000)
    }
    expect(readAt).toEqual([0, 2000, 4000, 8000, 16_000, 32_000])
  })

  it('tells of each reading when it began, and of a save that it is none', async () => {
    const begunAt = clock.monotonic()
    const reading = list.read()
    clock.advance(700)
    answers[0]?.(listed)
    await reading
    list.save(device('b', 'saved'))
    list.flush()
    expect(readings).toEqual([begunAt, null])
  })

  it('shows a saved phone at once, over a reading that began before', async () => {
    await read(listed)
    const second = list.read()
    list.save(device('b', 'saved'))
    expect(notes(list.state)).toEqual([null, 'saved'])
    answers[1]?.(listed)
    await second
    expect(notes(list.state)).toEqual([null, 'saved'])
    await read([device('a', 'theirs'), device('b', 'theirs')])
    expect(notes(list.state)).toEqual(['theirs', 'theirs'])
  })

  it('starts its waits over after a successful reading', async () => {
    const broken: Fault = { kind: 'problem', code: 'internal', status: 500, detail: '' }
    const fail = async () => {
      const reading = list.read()
      answers.at(-1)?.(broken)
      await reading
    }
    await fail()
    await fail()
    clock.advance(999)
    expect(answers).toHaveLength(2)
    clock.advance(1)
    expect(answers).toHaveLength(3)
    await read(listed)
    await fail()
    clock.advance(500)
    expect(answers).toHaveLength(6)
  })

  it('reports the saves of 250 ms together, or at once when flushed', async () => {
    await read(listed)
    list.save(device('a', 'first'))
    clock.advance(200)
    list.save(device('b', 'second'))
    clock.advance(49)
    expect(states).toHaveLength(1)
    clock.advance(1)
    expect(states.slice(1).map(notes)).toEqual([['first', 'second']])
    list.save(device('a', 'third'))
    list.flush()
    expect(states.slice(2).map(notes)).toEqual([['third', 'second']])
    list.flush()
    clock.advance(250)
    expect(states).toHaveLength(3)
  })

  it.each<[string, Device[] | Fault]>([
    ['an older list', listed],
    ['a fault', refused],
  ])('ignores a poll that a refresh overtook, which then brings %s', async (_, late) => {
    await read(listed)
    const poll = list.read()
    const refreshed = list.refresh(signal)
    answers[2]?.([device('a', 'new')])
    await refreshed
    answers[1]?.(late)
    await poll
    expect(list.state).toMatchObject({ status: 'ready', devices: [{ notes: 'new' }], fault: null })
    expect(states).toHaveLength(2)
  })

  it('ignores a refresh that a poll overtook', async () => {
    const refreshed = list.refresh(signal)
    await read([device('a', 'new')])
    answers[0]?.(listed)
    await refreshed
    expect(notes(list.state)).toEqual(['new'])
  })

  it('reports nothing once closed', async () => {
    await read(listed)
    const refreshed = list.refresh(signal)
    list.save(device('a', 'saved'))
    list.close()
    expect(clock.pending).toBe(0)
    answers[1]?.([])
    await refreshed
    list.save(device('b', 'late'))
    list.flush()
    expect(clock.pending).toBe(0)
    expect(states).toHaveLength(1)
  })
})
