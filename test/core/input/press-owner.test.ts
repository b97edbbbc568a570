import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { endsPress, type Gesture } from '../../../src-shared/features/gesture'
import { PressOwner } from '../../../src-main/core/input/press-owner'

const space = { width: 100, height: 200 }
const pointer =
  (phase: 'down' | 'move' | 'up') =>
  (x: number, press = 1): Gesture => ({ kind: 'pointer', press, phase, x, y: 1, space })
const down = pointer('down')
const move = pointer('move')
const up = pointer('up')
const release: Gesture = { kind: 'release', press: 1 }
const short = (gesture: Gesture) =>
  gesture.kind === 'pointer' ? `${gesture.phase} ${gesture.x}` : gesture.kind

/** The phone that a person has locked. */
let locked: string | null = null
let followers: readonly string[]
let onPress: (publicId: string) => void

describe('a press that several windows could make', () => {
  let owner: PressOwner
  let done: string[]

  beforeEach(() => {
    done = []
    locked = null
    followers = []
    onPress = () => undefined
    owner = createOwner((publicId, press, gesture) =>
      done.push(`${publicId} ${press ?? '-'} ${short(gesture)}`),
    )
  })

  it('belongs to the window that pressed last; the rest of the other one does nothing', () => {
    owner.gesture('wall 1', 'a', down(1))
    owner.gesture('phone a', 'a', down(5))
    owner.gesture('wall 1', 'a', move(2))
    owner.gesture('phone a', 'a', move(6))
    owner.gesture('wall 1', 'a', up(3))
    owner.gesture('phone a', 'a', up(7))
    expect(done).toEqual(['a 1 down 1', 'a 1 release', 'a 2 down 5', 'a 2 move 6', 'a 2 up 7'])
  })

  it('comes back to a window with its next press', () => {
    owner.gesture('wall 1', 'a', down(1))
    owner.gesture('phone a', 'a', down(5))
    owner.gesture('wall 1', 'a', release)
    done = []
    owner.gesture('wall 1', 'a', down(2, 2))
    expect(done).toEqual(['a 2 release', 'a 3 down 2'])
  })

  it('leaves other phones, and other gestures, to every window', () => {
    owner.gesture('phone a', 'a', down(1))
    owner.gesture('wall 1', 'b', down(2))
    owner.gesture('wall 1', 'a', { kind: 'text', text: 'x' })
    owner.gesture('phone a', 'a', up(1))
    expect(done).toEqual(['a 1 down 1', 'b 2 down 2', 'a - text', 'a 1 up 1'])
  })

  it('ends when its window is gone, and no other does', () => {
    owner.gesture('wall 1', 'a', down(1))
    owner.gesture('wall 1', 'b', down(2, 2))
    owner.gesture('phone c', 'c', down(3))
    done = []
    owner.releasePage('wall 1')
    owner.releasePage('wall 1')
    expect(done).toEqual(['a 1 release', 'b 2 release'])
  })

  it('does not begin on a phone that is view only, and one that is down ends there', () => {
    owner.gesture('wall 1', 'a', down(1))
    locked = 'a'
    owner.gesture('wall 1', 'a', up(1))
    owner.gesture('wall 1', 'a', down(2))
    owner.gesture('wall 1', 'b', down(3, 2))
    expect(done).toEqual(['a 1 down 1', 'a 1 up 1', 'b 2 down 3'])
  })

  it('is on each phone that mirrors it, until it ends there', () => {
    const told: string[] = []
    onPress = (publicId) => told.push(`${publicId} ${owner.isPressed(publicId) ? 'down' : 'up'}`)
    followers = ['b', 'c']
    owner.gesture('wall 1', 'a', down(1))
    owner.keepMirrors('wall 1', new Set(['a', 'c']))
    followers = []
    owner.gesture('wall 1', 'a', move(2))
    owner.gesture('wall 1', 'a', up(3))
    expect(told).toEqual(['a down', 'b down', 'c down', 'b up', 'a up', 'c up'])
  })

  it('is one a phone at any time, and none in the end, under random input', () => {
    const page = fc.constantFrom('wall 1' as const, 'wall 2' as const, 'phone b' as const)
    const phone = fc.constantFrom('a', 'b')
    const what = fc.constantFrom('down', 'move', 'up', 'release', 'gone')
    fc.assert(
      fc.property(
        fc.array(fc.tuple(page, phone, what, fc.integer({ min: 1, max: 3 })), { maxLength: 60 }),
        (steps) => {
          const pressed = new Map<string, number>()
          const all = createOwner((publicId, press, gesture) => {
            const isDown = gesture.kind === 'pointer' && gesture.phase === 'down'
            expect(pressed.get(publicId)).toBe(isDown ? undefined : press)
            if (isDown && press !== null) pressed.set(publicId, press)
            else if (endsPress(gesture)) pressed.delete(publicId)
          })
          const told = new Map<string, boolean>()
          onPress = (publicId) => told.set(publicId, all.isPressed(publicId))
          for (const [pageId, publicId, step, number] of steps) {
            if (step === 'gone') all.releasePage(pageId)
            else if (step === 'release') all.gesture(pageId, publicId, { kind: 'release', press: number })
            else all.gesture(pageId, publicId, { down, move, up }[step](1, number))
            for (const each of ['a', 'b']) {
              expect(all.isPressed(each)).toBe(pressed.has(each))
              expect(told.get(each) ?? false).toBe(pressed.has(each))
            }
          }
          for (const pageId of ['wall 1', 'wall 2', 'phone b'] as const) all.releasePage(pageId)
          expect(pressed.size).toBe(0)
        },
      ),
    )
  })
})

function createOwner(
  onGesture: (publicId: string, press: number | null, gesture: Gesture) => void,
): PressOwner {
  return new PressOwner({
    queues: {
      of: (publicId) => ({
        gesture: (gesture) => onGesture(publicId, null, gesture),
        press: ({ press }, gesture) => onGesture(publicId, press, gesture),
        endPress: () => false,
      }),
    },
    followersOf: () => new Map(followers.map((each) => [each, space])),
    isTouchable: () => true,
    onTouch: () => undefined,
    onPress: (publicId) => onPress(publicId),
    isViewOnly: (publicId) => publicId === locked,
    onRefused: () => undefined,
    onDropped: () => undefined,
  })
}
