import { describe, expect, it } from 'vitest'
import type { TileState } from '../../../src-shared/features/tile-state'
import {
  describeMirror as describeWith,
  type MirroringPhone,
} from '../../../src-renderer/wall/describe-mirror'
import { fakeTile } from '../fake-phone'

const describeMirror = (phones: readonly MirroringPhone[]) =>
  describeWith(phones, { vocabulary: null, platform: 'linux' })

const phone = (
  name: string,
  state: Partial<TileState> = {},
  missed: MirroringPhone['missed'] = [],
  earlier: MirroringPhone['earlier'] = null,
  waits: MirroringPhone['waits'] = null,
): MirroringPhone => ({
  name,
  missed,
  waits,
  earlier,
  tile: fakeTile(name, state),
})

describe('the mirror report', () => {
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
        { names: ['C'], sentence: 'Taken over by another client.', isEarlier: false },
      ],
    })
  })

  it('counts a phone that gets its channel back soon, none refused or away', () => {
    const refused = {
      kind: 'handshake-refused',
      status: 403,
      channel: 'control',
      withoutRead: false,
    } as const
    const closed = { kind: 'socket-closed', code: 1011, reason: '' } as const
    const { taking, refusals } = describeMirror([
      phone('A'),
      phone('B', { control: 'closed', controlFault: refused }),
      phone('C', { control: 'closed', controlFault: closed }),
      phone('D', { control: 'closed', controlFault: closed, isControlAway: true }),
    ])
    expect([taking, refusals.map(({ names }) => names)]).toEqual([2, [['B'], ['D']]])
    expect(refusals[0]?.sentence).toMatch(/control/)
  })

  it('reports a recent failure of a phone that still mirrors', () => {
    const missed = [
      { fault: { kind: 'input-not-sent', why: 'channel-closed' } as const },
      { fault: { kind: 'control-error', code: 'device_error', detail: '' } as const },
    ]
    expect(describeMirror([phone('A'), phone('B', {}, missed)])).toEqual({
      taking: 2,
      refusals: [{ names: ['B'], sentence: 'The phone couldn’t do that.', isEarlier: false }],
    })
  })

  it('names the action that a phone did not take', () => {
    const missed = [
      {
        fault: { kind: 'problem', code: 'command_rejected', status: 422, detail: '' } as const,
        action: { type: 'airplane', on: true } as const,
      },
    ]
    expect(describeMirror([phone('A', {}, missed)]).refusals[0]?.sentence).toBe(
      '“Airplane mode on” failed. The phone rejected the command.',
    )
  })

  it('keeps failures that the tile has dropped, after the current ones', () => {
    const refused = { fault: { kind: 'control-error', code: 'device_error', detail: '' } as const }
    const sentence = 'The phone couldn’t do that.'
    expect(
      describeMirror([
        phone('A'),
        phone('B', {}, [], refused),
        phone('C', {}, [refused], refused),
        phone('D', { state: 'offline' }, [], refused),
      ]).refusals,
    ).toEqual([
      { names: ['C'], sentence, isEarlier: false },
      { names: ['D'], sentence: 'The phone is offline.', isEarlier: false },
      { names: ['B'], sentence, isEarlier: true },
    ])
  })

  it('lists pending phones, with known reasons, before refusals', () => {
    const what = { type: 'recalibrate' } as const
    const limited = { kind: 'problem', code: 'rate_limited', status: 429, detail: '' } as const
    const refused = { fault: { kind: 'control-error', code: 'device_error', detail: '' } as const }
    expect(
      describeMirror([
        phone('A'),
        phone('B', {}, [], refused, { what, fault: null }),
        phone('C', {}, [refused], null, { what, fault: limited }),
        phone('D', { state: 'offline' }, [], null, { what, fault: null }),
        phone('E', {}, [], null, { what: { type: 'opening' }, fault: null }),
      ]),
    ).toEqual({
      taking: 4,
      refusals: [
        { names: ['B'], sentence: 'Waiting: Recalibrate pointer.', isEarlier: false },
        {
          names: ['C'],
          sentence: 'Waiting: Recalibrate pointer. Too many requests at once.',
          isEarlier: false,
        },
        { names: ['D'], sentence: 'The phone is offline.', isEarlier: false },
        {
          names: ['E'],
          sentence: 'Connecting control. Your input waits.',
          isEarlier: false,
        },
      ],
    })
  })

  it('says of a live phone without a picture that nothing can be done on it yet', () => {
    expect(describeMirror([phone('A'), phone('B', { snapshot: null })])).toEqual({
      taking: 1,
      refusals: [{ names: ['B'], sentence: 'No frame yet, so taps have no position.', isEarlier: false }],
    })
  })

  it('leaves out a phone that has left the fleet', () => {
    expect(describeMirror([{ name: 'A', tile: null, missed: [], waits: null, earlier: null }])).toEqual({
      taking: 0,
      refusals: [],
    })
  })
})
