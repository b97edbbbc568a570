import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { asksForTile, leavesTile, packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import type { Port } from '../../../src-shared/bridge/port'
import { createFrameSender } from '../../../src-main/core/frames/frame-sender'
import type { StreamFrame } from '../../../src-main/core/frames/frame-slot'
import { createFakeClock } from '../time/fake-clock'

// More than may be on their way together.
const tile = fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }))
const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ frame: tile, again: fc.boolean() }) },
  { weight: 5, arbitrary: fc.record({ credit: tile }) },
  { weight: 2, arbitrary: fc.record({ wrongCredit: tile, off: fc.constantFrom(1, 1000) }) },
  { weight: 4, arbitrary: fc.record({ wait: fc.integer({ min: 0, max: 20 }) }) },
  { weight: 1, arbitrary: fc.record({ pause: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ rest: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ prefer: fc.uniqueArray(tile, { maxLength: 3 }) }) },
  { weight: 1, arbitrary: fc.record({ see: fc.uniqueArray(tile, { maxLength: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ burst: fc.uniqueArray(tile, { minLength: 20, maxLength: 40 }) }) },
  { weight: 1, arbitrary: fc.record({ drop: tile }) },
  { weight: 1, arbitrary: fc.record({ ask: fc.uniqueArray(tile, { maxLength: 30 }) }) },
  { weight: 1, arbitrary: fc.record({ leave: tile }) },
  { weight: 1, arbitrary: fc.record({ page: fc.boolean() }) },
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** One phone as the attached page knows it; contents grow with time. */
interface Known {
  frame: StreamFrame | null
  newest: number
  shown: number
  owed: number | null
}

/** Plays steps against a sender, and compares every frame that leaves with the phone's last one. */
function play(steps: readonly Step[]) {
  const clock = createFakeClock()
  const sender = createFrameSender(clock)
  const phones = new Map<number, Known>()
  let content = 0
  let paused = false
  let resting = false
  let preferred: readonly number[] = []
  /** The tiles that the port asked for; null for all. */
  let asked = null as Set<number> | null
  let frames = 0
  let credit: (tile: number, number: number) => void = () => undefined

  const receive = (message: ArrayBuffer) => {
    expect(paused).toBe(false)
    for (const { tile, number, jpeg } of unpackFrames(message)) {
      if (asked) expect(asked).toContain(tile)
      const phone = phones.get(tile)
      if (!phone) throw new Error('a frame of a phone that is gone')
      const arrived = Buffer.from(jpeg).readUInt32BE()
      expect({ tile, owed: phone.owed }).toEqual({ tile, owed: null })
      expect(arrived).toBeGreaterThan(phone.shown)
      expect(arrived).toBe(phone.newest)
      if (resting && phone.shown > 0) expect(preferred).toContain(tile)
      phone.shown = arrived
      phone.owed = number
      frames += 1
    }
  }
  const attach = (isOnly: boolean) => {
    let hear: (message: ArrayBuffer) => void = () => undefined
    const port: Port<ArrayBuffer> = {
      send: receive,
      onMessage(listener) {
        hear = listener
        return () => undefined
      },
      onClose: () => () => undefined,
      close: () => undefined,
    }
    for (const phone of phones.values()) Object.assign(phone, { shown: 0, owed: null })
    asked = isOnly ? null : new Set()
    resting = false
    credit = (tile, number) => hear(packCredits([{ tile, number }]))
    sender.attach(port, isOnly)
  }
  const give = (tile: number) => {
    const phone = phones.get(tile)
    if (!phone || phone.owed === null) return
    const number = phone.owed
    phone.owed = null
    credit(tile, number)
  }
  const offer = (tile: number, again: boolean) => {
    const phone = phones.get(tile) ?? { frame: null, newest: 0, shown: 0, owed: null }
    phones.set(tile, phone)
    if (!again || !phone.frame) {
      const jpeg = Buffer.alloc(4)
      jpeg.writeUInt32BE((phone.newest = ++content))
      phone.frame = { jpeg, size: { width: 1, height: 1 }, receivedAt: clock.now() }
    }
    sender.offer(tile, phone.frame)
  }

  attach(true)
  const gone = new Set<number>()
  for (const each of steps) {
    if ('frame' in each) {
      if (!gone.has(each.frame)) offer(each.frame, each.again)
    } else if ('credit' in each) give(each.credit)
    else if ('wrongCredit' in each)
      credit(each.wrongCredit, (phones.get(each.wrongCredit)?.owed ?? 0) + each.off)
    else if ('wait' in each) clock.advance(each.wait)
    else if ('pause' in each) {
      paused = each.pause
      sender.pause(paused)
    } else if ('rest' in each) {
      resting = each.rest
      sender.rest(resting)
    } else if ('prefer' in each) {
      preferred = each.prefer
      sender.prefer(preferred)
    } else if ('see' in each) sender.see(each.see)
    else if ('burst' in each) {
      for (const tile of each.burst) if (!gone.has(tile)) offer(tile, false)
    } else if ('drop' in each) {
      phones.delete(each.drop)
      gone.add(each.drop)
      sender.drop(each.drop)
    } else if ('ask' in each) {
      for (const tile of each.ask) {
        asked?.add(tile)
        credit(tile, asksForTile)
      }
    } else if ('leave' in each) {
      credit(each.leave, leavesTile)
      if (asked?.delete(each.leave)) Object.assign(phones.get(each.leave) ?? {}, { shown: 0, owed: null })
    } else attach(each.page)
  }

  // At last the page paints all that it gets.
  paused = false
  sender.pause(false)
  resting = false
  sender.rest(false)
  do {
    for (const tile of phones.keys()) give(tile)
    while (clock.runNext());
  } while ([...phones.values()].some(({ owed }) => owed !== null))
  const wanted = [...phones].flatMap(([tile, phone]) => (!asked || asked.has(tile) ? [phone] : []))
  return { clock, phones, wanted, frames: () => frames, offer }
}

describe('the frame sender, for any sequence of steps', () => {
  const steps = fc.array(step, { maxLength: 120, size: 'max' })

  it('keeps one frame a phone on its way, none older than the last, the newest last', () => {
    fc.assert(
      fc.property(steps, (given) => {
        for (const phone of play(given).wanted) expect(phone.shown).toBe(phone.newest)
      }),
    )
  })

  it('leaves no timer, and sends no identical frame again', () => {
    fc.assert(
      fc.property(steps, (given) => {
        const { clock, phones, frames, offer } = play(given)
        const before = frames()
        for (const tile of phones.keys()) offer(tile, true)
        expect(clock.pending).toBe(0)
        expect(frames()).toBe(before)
      }),
    )
  })
})
