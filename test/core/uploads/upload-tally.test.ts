import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded, uploadStates, type Upload } from '../../../src-shared/bridge/upload-state'
import { createUploadTally } from '../../../src-main/core/uploads/upload-tally'

type Counted = Pick<Upload, 'place' | 'state' | 'bytes' | 'sentBytes'>

const put = fc.record({
  place: fc.nat(8),
  state: fc.constantFrom(...uploadStates),
  bytes: fc.integer({ min: 50, max: 90 }),
  sentBytes: fc.nat(50),
})

describe('the tally of transfers', () => {
  it('is what counting all of them anew would find, whatever became of each', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(put, fc.nat(8)), { maxLength: 60 }), (steps) => {
        const tally = createUploadTally()
        const all = new Map<number, Counted & { round: number }>()
        let round = 0
        for (const step of steps) {
          if (typeof step === 'number') {
            tally.remove(step)
            all.delete(step)
          } else {
            tally.put(step)
            if (!hasEnded(step) && [...all.values()].every(hasEnded)) round += 1
            all.set(step.place, { ...step, round })
          }
        }
        const some = (wanted: (one: Counted & { round: number }) => boolean) =>
          [...all.values()].filter(wanted)
        const total = (of: readonly Counted[], value: (one: Counted) => number) =>
          of.reduce((sum, one) => sum + value(one), 0)
        const counted = some(
          (one) => one.round === round && one.state !== 'failed' && one.state !== 'cancelled',
        )
        const open = some((one) => !hasEnded(one))
        expect(tally.sum).toEqual({
          counts: Object.fromEntries(
            uploadStates.map((state) => [state, some((one) => one.state === state).length]),
          ),
          bytes: total(counted, ({ bytes }) => bytes),
          sentBytes: total(counted, ({ sentBytes }) => sentBytes),
          files: counted.length,
          sentFiles: total(counted, ({ bytes, sentBytes }) => Math.floor((sentBytes / bytes) * 1024) / 1024),
        })
        expect(tally.open).toEqual({
          files: open.length,
          bytes: total(open, ({ bytes, sentBytes }) => bytes - sentBytes),
        })
      }),
    )
  })

  it('counts no bytes of those that had ended before the others began', () => {
    const tally = createUploadTally()
    tally.put({ place: 0, state: 'done', bytes: 300, sentBytes: 300 })
    tally.put({ place: 1, state: 'waiting', bytes: 10, sentBytes: 0 })
    tally.put({ place: 1, state: 'done', bytes: 10, sentBytes: 10 })
    tally.put({ place: 2, state: 'sending', bytes: 20, sentBytes: 5 })
    tally.put({ place: 3, state: 'waiting', bytes: 40, sentBytes: 0 })
    tally.put({ place: 2, state: 'done', bytes: 20, sentBytes: 20 })
    expect(tally.sum).toMatchObject({ counts: { done: 3, waiting: 1 }, bytes: 60, sentBytes: 20 })
    expect(tally.sum).toMatchObject({ files: 2, sentFiles: 1 })
  })
})
