import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/features/gesture'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { Action } from '../../../src-shared/protocol/action'
import type { ControlMessage } from '../../../src-shared/protocol/control-channel'
import type { Size } from '../../../src-shared/protocol/device'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { GestureEncoder } from '../../../src-main/core/phone/gesture-encoder'
import { createMirror, type Mirror } from '../../../src-main/core/input/mirror'
import { InputQueues } from '../../../src-main/core/input/input-queue'
import { PressOwner } from '../../../src-main/core/input/press-owner'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { fakeTile } from '../../renderer/fake-phone'

const names = { points: 'points', x: 'x', y: 'y' }
const refusal: Fault = { kind: 'problem', code: 'command_rejected', status: 422, detail: '' }

interface Phone {
  size: Size
  state: TileState['state']
  /** What its hand has put on the wire. */
  sent: ControlMessage[]
  gestures: Gesture['kind'][]
}

describe('mirroring', () => {
  let phones: Map<string, Phone>
  let clock: FakeClock
  let mirror: Mirror
  let presses: PressOwner
  let acted: [string, Action][]
  let notices: [string, Fault, Action][]
  let dropped: (readonly string[])[]
  let mirrored: [string, string, string | null][]
  let refuses: Set<string>
  /** Answers an action that a slow phone was given. */
  let answer: (() => void) | null
  let slow: string | null

  const phone = (publicId: string): Phone => {
    const found = phones.get(publicId)
    if (!found) throw new Error(`there is no ${publicId}`)
    return found
  }
  /** Lets what has been answered go on. */
  const turns = async () => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve()
  }
  const ids = () => [...phones.keys()]
  const sizeOf = (index: number): Size => ({ width: 400 + 97 * index, height: 900 + 131 * index })

  beforeEach(() => {
    clock = createFakeClock()
    phones = new Map()
    acted = []
    notices = []
    dropped = []
    mirrored = []
    refuses = new Set()
    answer = slow = null
    const hands = new Map<string, (gesture: Gesture) => void>()
    for (let index = 0; index < 12; index++) {
      const made: Phone = { size: sizeOf(index), state: 'live', sent: [], gestures: [] }
      const encoder = new GestureEncoder({
        clock,
        screen: () => made.size,
        keepAlive: () => undefined,
        onRotated: () => undefined,
      })
      phones.set(`p${index}`, made)
      hands.set(`p${index}`, (gesture) => {
        made.gestures.push(gesture.kind)
        const message = encoder.encode(gesture)
        if (message) made.sent.push(message)
      })
    }
    const queues = new InputQueues({
      clock,
      open: () => null,
      pass: (publicId, gesture) => hands.get(publicId)?.(gesture),
      async act(publicId, action) {
        acted.push([publicId, action])
        if (publicId === slow) await new Promise<void>((resolve) => (answer = resolve))
        if (refuses.has(publicId)) throw new FaultError(refusal)
        return { result: {} }
      },
      onUnderWay: () => undefined,
      onLost: () => undefined,
    })
    presses = new PressOwner({
      queues,
      followersOf: (...asked) => mirror.followersOf(...asked),
      isTouchable: (publicId) => mirror.isTouchable(publicId),
      onTouch: () => undefined,
      onPress: () => undefined,
      isViewOnly: () => false,
      onRefused: () => undefined,
      onDropped: (publicIds) => dropped.push(publicIds),
    })
    mirror = createMirror({
      queues,
      presses,
      names,
      onNotice: (publicId, fault, action) => notices.push([publicId, fault, action]),
      onMirrored: (publicId, action, fault) => mirrored.push([publicId, action.type, fault?.kind ?? null]),
      onDropped: (publicIds) => dropped.push(publicIds),
      stateOf(publicId) {
        const one = phones.get(publicId)
        return one && fakeTile(publicId, { state: one.state, snapshot: one.size })
      },
    })
  })

  const pointer = (phase: 'down' | 'move' | 'up', x: number, y: number, publicId = 'p0'): Gesture => ({
    kind: 'pointer',
    press: publicId === 'p0' ? 1 : 2,
    phase,
    x,
    y,
    space: phone(publicId).size,
  })
  const release: Gesture = { kind: 'release', press: 1 }
  const make = (...gestures: Gesture[]) =>
    gestures.forEach((gesture) => presses.gesture('wall 1', 'p0', gesture))
  /** Whether the phone's finger is down. */
  const isPressed = (publicId: string) => {
    const mice = phone(publicId).sent.filter((message) => message.type === 'mouse')
    return mice.at(-1)?.buttons === 1
  }
  const key: Gesture = { kind: 'key', key: 'enter' }
  const text = (what: string): Gesture => ({ kind: 'text', text: what })
  const wordsOn = (publicId: string) =>
    phone(publicId).sent.flatMap((message) => (message.type === 'text' ? [message.text] : []))

  it('repeats input on every chosen live phone, in order and scaled to its screen', () => {
    phone('p4').state = 'offline'
    phone('p7').state = 'offline'
    mirror.choose('wall 1', ids())
    make(pointer('down', 100, 300), pointer('move', 200, 600), pointer('up', 390, 880), key, text('a'))
    for (const [publicId, { size, sent }] of phones) {
      if (publicId === 'p4' || publicId === 'p7') {
        expect(sent).toEqual([])
        continue
      }
      const place = (x: number, y: number) => ({
        x: Math.floor(((x + 0.5) / 400) * size.width),
        y: Math.floor(((y + 0.5) / 900) * size.height),
      })
      expect(sent, publicId).toEqual([
        { type: 'mouse', ...place(100, 300), buttons: 1 },
        { type: 'mouse', ...place(200, 600), buttons: 1 },
        { type: 'mouse', ...place(390, 880), buttons: 0 },
        { type: 'key', key: 'enter' },
        { type: 'text', text: 'a' },
      ])
    }
  })

  it('touches nothing beside a screen: corners stay corners', () => {
    mirror.choose('wall 1', ids())
    make(pointer('down', 0, 0), pointer('up', 399, 899))
    for (const { size, sent } of phones.values()) {
      expect(sent).toEqual([
        { type: 'mouse', x: 0, y: 0, buttons: 1 },
        { type: 'mouse', x: size.width - 1, y: size.height - 1, buttons: 0 },
      ])
    }
  })

  it('mirrors nothing of a phone that is not chosen, and nothing to it', () => {
    mirror.choose('wall 1', ['p1', 'p2'])
    make(key)
    expect(phone('p0').sent).toHaveLength(1)
    expect(phone('p1').sent).toEqual([])
    presses.gesture('wall 1', 'p1', key)
    expect(phone('p0').sent).toHaveLength(1)
    expect(phone('p2').sent).toHaveLength(1)
  })

  it('stays within the choice of each window', () => {
    mirror.choose('wall 1', ['p0', 'p1', 'p2'])
    mirror.choose('wall 2', ['p2', 'p3'])
    expect([...mirror.chosen].toSorted()).toEqual(['p0', 'p1', 'p2', 'p3'])
    make(text('a'))
    presses.gesture('wall 2', 'p3', text('b'))
    expect(['p0', 'p1', 'p2', 'p3'].map(wordsOn)).toEqual([['a'], ['a'], ['a', 'b'], ['b']])
    make(pointer('down', 100, 300))
    mirror.choose('wall 2', [])
    expect(ids().filter(isPressed), 'a press of the other window goes on').toEqual(['p0', 'p1', 'p2'])
    mirror.choose('wall 1', null)
    expect(mirror.chosen.size).toBe(0)
  })

  it('gives a phone of two windows to the one that pressed last', () => {
    mirror.choose('wall 1', ['p0', 'p2'])
    mirror.choose('wall 2', ['p1', 'p2'])
    make(pointer('down', 100, 300))
    presses.gesture('wall 2', 'p1', pointer('down', 50, 50, 'p1'))
    make(pointer('up', 100, 300))
    expect(ids().filter(isPressed)).toEqual(['p1', 'p2'])
    presses.gesture('wall 2', 'p1', pointer('up', 50, 50, 'p1'))
    expect(ids().filter(isPressed)).toEqual([])
  })

  it('leaves no finger down when the hand lets go without a place', () => {
    mirror.choose('wall 1', ids())
    make(pointer('down', 100, 300), release)
    expect(ids().filter(isPressed)).toEqual([])
    expect(phone('p3').sent).toHaveLength(2)
  })

  it('lifts the finger on phones no longer chosen, and begins no press with a move', () => {
    mirror.choose('wall 1', ['p0', 'p1', 'p2'])
    make(pointer('down', 100, 300))
    mirror.choose('wall 1', ['p0', 'p1'])
    expect(ids().filter(isPressed)).toEqual(['p0', 'p1'])
    mirror.choose('wall 1', [])
    expect(ids().filter(isPressed)).toEqual(['p0'])
    mirror.choose('wall 1', ids())
    make(pointer('move', 101, 300))
    expect(ids().filter(isPressed)).toEqual(['p0'])
    make(pointer('up', 101, 300), pointer('down', 1, 1), pointer('up', 1, 1))
    expect(ids().filter(isPressed)).toEqual([])
    expect(phone('p5').sent).toHaveLength(2)
  })

  it('leaves out input for one phone, which ends a mirrored press there', () => {
    mirror.choose('wall 1', ['p0', 'p1', 'p2'])
    make(pointer('down', 100, 300))
    presses.gesture('phone p1', 'p1', pointer('down', 50, 50, 'p1'))
    make(pointer('move', 110, 300))
    expect(phone('p1').sent.map((message) => ('buttons' in message ? message.buttons : null))).toEqual([
      1, 0, 1,
    ])
    presses.gesture('phone p1', 'p1', pointer('up', 50, 50, 'p1'))
    presses.gesture('phone p1', 'p1', key)
    make(pointer('up', 110, 300))
    expect(ids().filter(isPressed)).toEqual([])
    expect(phone('p1').sent).toHaveLength(5)
    expect(phone('p0').gestures).toEqual(['pointer', 'pointer', 'pointer'])
  })

  it('ends a press on a phone whose screen changes its size or is no longer live', () => {
    mirror.choose('wall 1', ids())
    make(pointer('down', 100, 300))
    phone('p1').size = { width: 900, height: 400 }
    phone('p2').state = 'offline'
    make(pointer('move', 120, 300))
    expect(ids().filter((id) => !isPressed(id))).toEqual(['p1', 'p2'])
    phone('p2').state = 'live'
    make(pointer('move', 140, 300), pointer('up', 140, 300))
    expect(ids().filter(isPressed)).toEqual([])
    expect(phone('p2').sent).toHaveLength(2)
  })

  it('gives a phone that two hands press to the last of them', () => {
    mirror.choose('wall 1', ids())
    make(pointer('down', 100, 300))
    presses.gesture('wall 1', 'p1', pointer('down', 50, 50, 'p1'))
    make(pointer('move', 200, 300))
    presses.gesture('wall 1', 'p1', pointer('up', 50, 50, 'p1'))
    make(pointer('move', 210, 300), pointer('up', 210, 300))
    expect(ids().filter(isPressed)).toEqual([])
    for (const publicId of ['p1', 'p5']) {
      const buttons = phone(publicId).sent.map((message) => 'buttons' in message && message.buttons)
      expect(buttons, publicId).toEqual([1, 0, 1, 0])
    }
    expect(phone('p1').sent.at(-1)).toMatchObject({ x: 50, y: 50 })
  })

  it('repeats an action everywhere, and reports a refusal for its phone only', async () => {
    refuses.add('p3')
    phone('p4').state = 'automation'
    mirror.choose('wall 1', ids())
    await mirror.act('wall 1', 'p0', { type: 'swipe', x1: 0, y1: 0, x2: 399, y2: 899, duration_ms: 200 })
    await turns()
    expect(acted.map(([publicId]) => publicId).toSorted()).toEqual(
      ids()
        .filter((id) => id !== 'p4')
        .toSorted(),
    )
    const { size } = phone('p2')
    expect(acted.find(([publicId]) => publicId === 'p2')?.[1]).toMatchObject({
      x2: size.width - 1,
      y2: size.height - 1,
      duration_ms: 200,
    })
    const missed = { type: 'swipe', duration_ms: 200 }
    expect(notices).toEqual([['p3', refusal, expect.objectContaining(missed)]])
    expect(mirrored).toHaveLength(10)
    expect(mirrored).toContainEqual(['p2', 'swipe', null])
    expect(mirrored).toContainEqual(['p3', 'swipe', refusal.kind])
  })

  it('scales the points of a path in the words of the vocabulary', async () => {
    mirror.choose('wall 1', ['p0', 'p1'])
    const points = [
      { x: 0, y: 0 },
      { x: 399, y: 899 },
    ]
    await mirror.act('wall 1', 'p0', { type: 'path', points })
    const { size } = phone('p1')
    const last = { x: size.width - 1, y: size.height - 1 }
    expect(acted[0]).toEqual(['p1', { type: 'path', points: [{ x: 0, y: 0 }, last] }])
  })

  it('keeps the order on a slow phone, and delays no other', async () => {
    slow = 'p1'
    mirror.choose('wall 1', ids())
    await mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    await turns()
    make(text('a'), text('b'))
    expect(wordsOn('p0')).toEqual(['a', 'b'])
    expect(wordsOn('p1')).toEqual([])
    expect(wordsOn('p2')).toEqual(['a', 'b'])
    answer?.()
    await turns()
    expect(wordsOn('p1')).toEqual(['ab'])
  })

  it('delays no press under way for a slow phone, and ends one that can’t go on', async () => {
    slow = 'p1'
    mirror.choose('wall 1', ids())
    make(pointer('down', 10, 10))
    void mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    make(pointer('move', 20, 20), release)
    expect(isPressed('p1')).toBe(false)
    expect(phone('p1').sent).toHaveLength(3)
    make(pointer('down', 10, 10))
    phone('p1').state = 'offline'
    make(pointer('move', 20, 20))
    answer?.()
    await turns()
    expect(phone('p1').sent).toHaveLength(3)
    expect(dropped).toEqual([['p1']])
  })

  it('drops and reports what waits for a slow phone once it is no longer chosen', async () => {
    slow = 'p1'
    mirror.choose('wall 1', ids())
    await mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    await turns()
    make(pointer('down', 30, 30), text('a'))
    mirror.choose('wall 1', ['p0', 'p1'])
    expect(dropped).toEqual([])
    mirror.choose('wall 1', ['p0', 'p2'])
    expect(dropped).toEqual([['p1']])
    answer?.()
    await turns()
    expect(phone('p1').sent).toEqual([])
    mirror.choose('wall 1', [])
    expect(dropped).toHaveLength(1)
  })

  it('does what was made until now where nobody has ended it, and nothing more', async () => {
    slow = 'p1'
    mirror.choose('wall 1', ids())
    void mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    await turns()
    make(pointer('down', 30, 30), pointer('up', 30, 30), text('a'))
    mirror.choose('wall 1', null)
    make(text('b'))
    answer?.()
    await turns()
    expect(phone('p1').sent).toMatchObject([
      { type: 'mouse', buttons: 1 },
      { type: 'mouse', buttons: 0 },
      { type: 'text', text: 'a' },
    ])
    expect(dropped).toEqual([])
  })

  it('reports all phones with dropped input at once, none with only an action sent', () => {
    mirror.choose('wall 1', ['p0', 'p1', 'p2'])
    void mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    make({ kind: 'hover' })
    mirror.choose('wall 1', [])
    expect(dropped).toEqual([])
    mirror.choose('wall 1', ['p0', 'p3', 'p4'])
    void mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    void mirror.act('wall 1', 'p0', { type: 'press', name: 'lock' })
    mirror.choose('wall 1', [])
    expect(dropped).toEqual([['p3', 'p4']])
  })

  it('leaves no finger down on a phone that presses late once it is no longer chosen', async () => {
    slow = 'p1'
    mirror.choose('wall 1', ids())
    void mirror.act('wall 1', 'p0', { type: 'press', name: 'home' })
    await turns()
    make(pointer('down', 30, 30))
    clock.advance(1000)
    make(pointer('up', 30, 30))
    answer?.()
    await turns()
    expect(isPressed('p1')).toBe(true)
    mirror.choose('wall 1', [])
    expect(isPressed('p1')).toBe(false)
  })

  it('outlives phones that leave the fleet', () => {
    mirror.choose('wall 1', ids())
    make(pointer('down', 10, 10))
    phones.delete('p1')
    make(pointer('move', 20, 20), pointer('up', 20, 20))
    expect(ids().filter(isPressed)).toEqual([])
  })
})
