import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Frame } from '../../../src-shared/bridge/frame-packet'
import {
  createFrameSlot,
  type FrameCounts,
  type FrameSlot,
  type StreamFrame,
} from '../../../src-main/core/frames/frame-slot'

const frames = Array.from({ length: 5 }, (_, content) => ({
  jpeg: Buffer.from([0xff, 0xd8, content]),
  size: { width: 1, height: 1 },
  receivedAt: content,
}))
const frameOf = (content: number) => frames[content] as StreamFrame

/** Models the slot: its newest picture, the number without a credit, and the counts. */
interface Model {
  newest: number | null
  waits: boolean
  underWay: number | null
  sent: number
  counts: FrameCounts
}

interface Real {
  slot: FrameSlot
  frames: Frame[]
}

type Command = fc.Command<Model, Real>

const offer = (content: number, isCounted: boolean): Command => ({
  check: () => true,
  run(model, { slot }) {
    const isNew = content !== model.newest
    expect(slot.offer(frameOf(content), isCounted)).toBe(isNew)
    if (isNew) {
      model.newest = content
      model.waits = true
      if (isCounted) model.counts.offered += 1
    }
    expect(slot.counts).toEqual(model.counts)
  },
  toString: () => `offer ${content}${isCounted ? '' : ', uncounted'}`,
})

const take: Command = {
  check: () => true,
  run(model, { slot, frames }) {
    const frame = slot.take()
    if (!model.waits || model.underWay !== null) {
      expect(frame).toBeNull()
      return
    }
    model.sent += 1
    model.waits = false
    model.underWay = model.sent
    expect(frame).toEqual({
      tile: 4,
      number: model.sent,
      ...frameOf(model.newest ?? -1),
    })
    if (frame) frames.push(frame)
  },
  toString: () => 'take',
}

const credit = (back: number): Command => ({
  check: () => true,
  run(model, { slot }) {
    const number = model.sent - back
    const isOwed = number === model.underWay
    expect(slot.credit(number)).toBe(isOwed)
    expect(slot.isUnderWay).toBe(!isOwed && model.underWay !== null)
    if (isOwed) {
      model.underWay = null
      model.counts.painted += 1
    }
    expect(slot.counts).toEqual(model.counts)
  },
  toString: () => `credit of the last but ${back}`,
})

const renew: Command = {
  check: () => true,
  run(model, { slot }) {
    slot.renew()
    model.underWay = null
    model.waits = model.newest !== null
  },
  toString: () => 'renew',
}

describe('the frame slot', () => {
  it('has one frame on its way, keeps the newest and drops one that is there already', () => {
    const commands = [
      fc
        .tuple(fc.integer({ min: 0, max: 4 }), fc.boolean())
        .map(([content, isCounted]) => offer(content, isCounted)),
      fc.constant(take),
      fc.integer({ min: -1, max: 2 }).map(credit),
      fc.constant(renew),
    ]
    fc.assert(
      fc.property(fc.commands(commands, { maxCommands: 60 }), (run) => {
        const counts = { offered: 0, painted: 0 }
        const model: Model = { newest: null, waits: false, underWay: null, sent: 0, counts }
        fc.modelRun(() => ({ model, real: { slot: createFrameSlot(4), frames: [] } }), run)
      }),
    )
  })

  it('gives another page the last frame again', () => {
    const slot = createFrameSlot(1)
    slot.offer(frameOf(1), true)
    expect(slot.take()?.number).toBe(1)
    slot.renew()
    expect(slot.take()).toMatchObject({ number: 2, receivedAt: 1 })
  })
})
