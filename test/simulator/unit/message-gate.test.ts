import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MessageGate } from '../../../src-simulator/sockets/message-gate'
import { Clock } from '../../../src-simulator/world/clock'
import { standStill } from './still-phone'

let clock: Clock
let gate: MessageGate
beforeEach(() => {
  standStill()
  clock = new Clock()
  gate = new MessageGate(clock)
})
afterEach(() => {
  clock.close()
  vi.restoreAllMocks()
})

const MOVE = true
const OTHER = false

/** Counts the verdicts on a burst of messages. */
function verdicts(count: number, isMove: boolean): Record<string, number> {
  const seen: Record<string, number> = {}
  for (let i = 0; i < count; i++) {
    const verdict = gate.judge(isMove)
    seen[verdict] = (seen[verdict] ?? 0) + 1
  }
  return seen
}

describe('4.11.2 the message rate', () => {
  it.each([
    [MOVE, 'drop'],
    [OTHER, 'tell'],
  ])('admits 120 messages a second at most (a move: %s)', (isMove, verdict) => {
    expect(verdicts(120, isMove)).toEqual({ pass: 120 })
    expect(gate.judge(isMove)).toBe(verdict)
  })
  it('counts any second, whenever it begins', async () => {
    expect(verdicts(60, OTHER)).toEqual({ pass: 60 })
    await clock.advance(600)
    expect(verdicts(60, OTHER)).toEqual({ pass: 60 })
    await clock.advance(399)
    expect(gate.judge(MOVE)).toBe('drop')
    await clock.advance(1)
    expect(verdicts(61, MOVE)).toEqual({ pass: 60, drop: 1 })
  })
  it('reports rejections once per burst', async () => {
    verdicts(120, OTHER)
    expect(verdicts(5, OTHER)).toEqual({ tell: 1, drop: 4 })
    await clock.advance(1000)
    expect(verdicts(125, OTHER)).toEqual({ pass: 120, tell: 1, drop: 4 })
  })
  it('reports no dropped moves', () => {
    verdicts(120, OTHER)
    expect(verdicts(50, MOVE)).toEqual({ drop: 50 })
    expect(gate.judge(OTHER)).toBe('tell')
  })
  it.each([
    [MOVE, { drop: 600, flood: 1 }],
    [OTHER, { tell: 1, drop: 599, flood: 1 }],
  ])('detects a flood at more than 600 messages over the limit (a move: %s)', (isMove, seen) => {
    verdicts(120, isMove)
    expect(verdicts(601, isMove)).toEqual(seen)
  })
  it('forgives 30 of them a second', async () => {
    verdicts(720, MOVE)
    await clock.advance(1000)
    expect(verdicts(151, MOVE)).toEqual({ pass: 120, drop: 30, flood: 1 })
  })
})
