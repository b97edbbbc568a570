import { describe, expect, it } from 'vitest'
import { GestureRecogniser, type Gesture } from '../../../src-simulator/screens/gesture'

function recorder(): { recogniser: GestureRecogniser; kinds: () => string[]; seen: Gesture[] } {
  const seen: Gesture[] = []
  const recogniser = new GestureRecogniser((gesture) => seen.push(gesture))
  return { recogniser, seen, kinds: () => seen.map((gesture) => gesture.kind) }
}

describe('GestureRecogniser', () => {
  it('recognises a short press as a tap where the finger went down', () => {
    const { recogniser, seen } = recorder()
    recogniser.point({ x: 50, y: 60 }, true, 0)
    recogniser.point({ x: 53, y: 61 }, true, 40)
    recogniser.point({ x: 53, y: 61 }, false, 90)
    expect(seen).toMatchObject([{ kind: 'press' }, { kind: 'tap', at: { x: 50, y: 60 } }])
  })

  it('recognises a hold, even when the time is known only at the lift', () => {
    const { recogniser, kinds } = recorder()
    recogniser.point({ x: 5, y: 5 }, true, 0)
    expect(recogniser.holdAt).toBe(500)
    recogniser.advance(499)
    expect(kinds()).toEqual(['press'])
    recogniser.point({ x: 5, y: 5 }, false, 700)
    expect(kinds()).toEqual(['press', 'hold', 'holdEnd'])
  })

  it('takes no short action for a hold, even if its moves come late', () => {
    const { recogniser, kinds } = recorder()
    recogniser.point({ x: 300, y: 400 }, true, 0, false)
    expect(recogniser.holdAt).toBeNull()
    recogniser.advance(900)
    for (let step = 1; step <= 10; step += 1) recogniser.point({ x: 300 - step * 20, y: 400 }, true, 900)
    recogniser.point({ x: 100, y: 400 }, false, 900)
    expect(kinds().slice(0, 2)).toEqual(['press', 'dragStart'])
    expect(kinds().at(-1)).toBe('dragEnd')
  })

  it('reports the axis and the speed of a drag', () => {
    const { recogniser, seen } = recorder()
    recogniser.point({ x: 100, y: 400 }, true, 0)
    for (let time = 10; time <= 100; time += 10) recogniser.point({ x: 100, y: 400 - time * 2 }, true, time)
    recogniser.point({ x: 100, y: 200 }, false, 100)
    expect(seen.find((gesture) => gesture.kind === 'dragStart')).toMatchObject({ axis: 'y' })
    const end = seen.at(-1)
    expect(end?.kind).toBe('dragEnd')
    if (end?.kind === 'dragEnd') expect(end.velocity.y).toBeCloseTo(-2, 5)
  })

  it('gives no speed to a finger that rested before it lifted', () => {
    const { recogniser, seen } = recorder()
    recogniser.point({ x: 0, y: 0 }, true, 0)
    recogniser.point({ x: 0, y: 100 }, true, 50)
    recogniser.point({ x: 0, y: 100 }, false, 400)
    expect(seen.at(-1)).toMatchObject({ kind: 'dragEnd', velocity: { x: 0, y: 0 } })
  })

  it('recognises a drag when only the lift is far away', () => {
    const { recogniser, kinds } = recorder()
    recogniser.point({ x: 0, y: 0 }, true, 0)
    recogniser.point({ x: 90, y: 0 }, false, 100)
    expect(kinds()).toEqual(['press', 'dragStart', 'dragEnd'])
  })
})
