import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Gesture } from '../../../src-shared/bridge/gesture'
import { createPressOwner, type PressOwner } from '../../../src-main/core/page/press-owner'

const at = (x: number, pressed: boolean): Gesture => ({
  kind: 'pointer',
  x,
  y: 1,
  pressed,
  space: { width: 100, height: 200 },
})
const release: Gesture = { kind: 'release' }
const short = (gesture: Gesture) =>
  gesture.kind === 'pointer' ? `${gesture.pressed ? '' : 'up '}${gesture.x}` : gesture.kind

describe('the hand on a phone that two windows show', () => {
  let hands: PressOwner
  let done: string[]

  beforeEach(() => {
    done = []
    hands = createPressOwner((of, publicId, gesture) =>
      done.push(`${of ?? 'wall'} ${publicId} ${short(gesture)}`),
    )
  })

  it('is the window’s in which it pressed last: the other’s press ends, and what is left of it is nothing', () => {
    hands.gesture(null, 'a', at(1, true))
    hands.gesture('a', 'a', at(5, true))
    hands.gesture(null, 'a', at(2, true))
    hands.gesture('a', 'a', at(6, true))
    hands.gesture(null, 'a', at(3, false))
    hands.gesture('a', 'a', at(7, false))
    expect(done).toEqual(['wall a 1', 'wall a release', 'a a 5', 'a a 6', 'a a up 7'])
  })

  it('comes back with the next press', () => {
    hands.gesture(null, 'a', at(1, true))
    hands.gesture('a', 'a', at(5, true))
    hands.gesture(null, 'a', release)
    done = []
    hands.gesture(null, 'a', at(2, true))
    expect(done).toEqual(['a a release', 'wall a 2'])
  })

  it('presses other phones beside it', () => {
    hands.gesture('a', 'a', at(1, true))
    hands.gesture(null, 'b', at(2, true))
    hands.gesture('a', 'a', at(1, false))
    expect(done).toEqual(['a a 1', 'wall b 2', 'a a up 1'])
  })

  it('scrolls, types and rests in both windows', () => {
    hands.gesture('a', 'a', at(1, true))
    done = []
    hands.gesture(null, 'a', { kind: 'hover' })
    hands.gesture(null, 'a', { kind: 'text', text: 'x' })
    expect(done).toEqual(['wall a hover', 'wall a text'])
  })

  it('is not let go by a window that does not press', () => {
    hands.gesture('a', 'a', at(1, true))
    hands.gesture(null, 'a', release)
    expect(done).toEqual(['a a 1'])
  })

  it('lets go of all that it presses when its window is gone, and of nothing else', () => {
    hands.gesture(null, 'a', at(1, true))
    hands.gesture(null, 'b', at(2, true))
    hands.gesture('c', 'c', at(3, true))
    done = []
    hands.letGo(null)
    expect(done).toEqual(['wall a release', 'wall b release'])
    hands.letGo(null)
    expect(done).toHaveLength(2)
  })

  it('never is in two windows at once, and presses nothing in the end, whatever the windows do', () => {
    const page = fc.constantFrom(null, 'a', 'b')
    const phone = fc.constantFrom('a', 'b')
    const what = fc.constantFrom('press', 'up', 'release', 'gone')
    fc.assert(
      fc.property(fc.array(fc.tuple(page, phone, what), { maxLength: 60 }), (steps) => {
        const pressedBy = new Map<string, string | null>()
        const all = createPressOwner((of, publicId, gesture) => {
          const isPress = gesture.kind === 'pointer' && gesture.pressed
          if (pressedBy.has(publicId)) expect(pressedBy.get(publicId)).toBe(of)
          if (isPress) pressedBy.set(publicId, of)
          else pressedBy.delete(publicId)
        })
        for (const [of, publicId, step] of steps) {
          if (step === 'gone') all.letGo(of)
          else all.gesture(of, publicId, step === 'release' ? release : at(1, step === 'press'))
        }
        for (const of of [null, 'a', 'b']) all.letGo(of)
        expect(pressedBy.size).toBe(0)
      }),
    )
  })
})
