import { describe, expect, it } from 'vitest'
import type { TileState } from '../../../src-shared/bridge/contract'
import { describeMirror, type MirroringPhone } from '../../../src-renderer/text/describe-mirror'

const phone = (
  name: string,
  state: Partial<TileState> = {},
  faults: MirroringPhone['faults'] = [],
  earlier: MirroringPhone['earlier'] = null,
  waits: MirroringPhone['waits'] = null,
): MirroringPhone => ({
  name,
  faults,
  waits,
  earlier,
  tile: {
    publicId: name,
    tile: 0,
    state: 'live',
    idleReason: null,
    job: null,
    fault: null,
    retryAt: null,
    control: 'ready',
    controlFault: null,
    snapshot: { width: 750, height: 1334 },
    ...state,
  },
})

describe('what is said of a mirror', () => {
  it('counts those that take it, and names the others by their reason', () => {
    expect(
      describeMirror([
        phone('A'),
        phone('B', { state: 'offline' }),
        phone('C', { control: 'taken' }),
        phone('D', { state: 'offline' }),
        phone('E', { control: 'closed' }),
      ]),
    ).toEqual({
      taking: 2,
      refusals: [
        { names: ['B', 'D'], sentence: 'The phone is offline.', isEarlier: false },
        { names: ['C'], sentence: 'Another session took over.', isEarlier: false },
      ],
    })
  })

  it('says what a phone did not take lately, which takes part all the same', () => {
    const faults = [
      { kind: 'input-lost' } as const,
      { kind: 'control-error', code: 'device_error', detail: '' } as const,
    ]
    expect(describeMirror([phone('A'), phone('B', {}, faults)])).toEqual({
      taking: 2,
      refusals: [{ names: ['B'], sentence: 'The phone did not carry it out.', isEarlier: false }],
    })
  })

  it('goes on naming who did not take something, once that is not told on its tile any more', () => {
    const refused = { kind: 'control-error', code: 'device_error', detail: '' } as const
    const sentence = 'The phone did not carry it out.'
    expect(
      describeMirror([
        phone('A'),
        phone('B', {}, [], refused),
        phone('C', {}, [refused], refused),
        phone('D', { state: 'offline' }, [], refused),
      ]).refusals,
    ).toEqual([
      { names: ['B'], sentence, isEarlier: true },
      { names: ['C'], sentence, isEarlier: false },
      { names: ['D'], sentence: 'The phone is offline.', isEarlier: false },
    ])
  })

  it('names who has still to do something, and why where that is known, before what was refused', () => {
    const limited = { kind: 'problem', code: 'rate_limited', status: 429, detail: '' } as const
    const refused = { kind: 'control-error', code: 'device_error', detail: '' } as const
    expect(
      describeMirror([
        phone('A'),
        phone('B', {}, [], refused, { fault: null }),
        phone('C', {}, [refused], null, { fault: limited }),
        phone('D', { state: 'offline' }, [], null, { fault: null }),
      ]),
    ).toEqual({
      taking: 3,
      refusals: [
        { names: ['B'], sentence: 'This is still to be done there.', isEarlier: false },
        {
          names: ['C'],
          sentence: 'This is still to be done there. Too many requests at once.',
          isEarlier: false,
        },
        { names: ['D'], sentence: 'The phone is offline.', isEarlier: false },
      ],
    })
  })

  it('says of a live phone without a picture that nothing can be done on it yet', () => {
    expect(describeMirror([phone('A'), phone('B', { snapshot: null })])).toEqual({
      taking: 1,
      refusals: [
        { names: ['B'], sentence: 'No picture yet, so that no place on it is known.', isEarlier: false },
      ],
    })
  })

  it('leaves out a phone that is no longer in the fleet', () => {
    expect(describeMirror([{ name: 'A', tile: null, faults: [], waits: null, earlier: null }])).toEqual({
      taking: 0,
      refusals: [],
    })
  })
})
