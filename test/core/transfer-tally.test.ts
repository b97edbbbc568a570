import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hasEnded, transferStates, type Transfer } from '../../src-shared/bridge/transfer-state'
import { createTransferTally } from '../../src-main/core/transfer-tally'

type Counted = Pick<Transfer, 'place' | 'state' | 'bytes' | 'sentBytes'>

const put = fc.record({
  place: fc.nat(8),
  state: fc.constantFrom(...transferStates),
  bytes: fc.integer({ min: 50, max: 90 }),
  sentBytes: fc.nat(50),
})

describe('the tally of transfers', () => {
  it('is what counting all of them anew would find, whatever became of each', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(put, fc.nat(8)), { maxLength: 60 }), (steps) => {
        const tally = createTransferTally()
        const all = new Map<number, Counted>()
        for (const step of steps) {
          if (typeof step === 'number') {
            tally.remove(step)
            all.delete(step)
          } else {
            tally.put(step)
            all.set(step.place, step)
          }
        }
        const some = (wanted: (one: Counted) => boolean) => [...all.values()].filter(wanted)
        const total = (of: readonly Counted[], value: (one: Counted) => number) =>
          of.reduce((sum, one) => sum + value(one), 0)
        const counted = some(({ state }) => state !== 'failed' && state !== 'cancelled')
        const open = some((one) => !hasEnded(one))
        expect(tally.sum).toEqual({
          counts: Object.fromEntries(
            transferStates.map((state) => [state, some((one) => one.state === state).length]),
          ),
          bytes: total(counted, ({ bytes }) => bytes),
          sentBytes: total(counted, ({ sentBytes }) => sentBytes),
        })
        expect(tally.open).toEqual({
          files: open.length,
          bytes: total(open, ({ bytes, sentBytes }) => bytes - sentBytes),
        })
      }),
    )
  })
})
