import { expect, it } from 'vitest'
import type { Fault } from '../../../src-shared/protocol/fault'
import type { TileState } from '../../../src-shared/features/tile-state'
import { standingControlFault, takesActions, takesGestures } from '../../../src-renderer/rules/takes-gestures'
import { fakeTile } from '../fake-phone'

const controlFault: Fault = { kind: 'handshake-refused', status: 403 } as never

it.each<[string, Partial<TileState>, boolean, boolean, boolean]>([
  ['a live phone takes all', {}, true, true, false],
  ['an idle phone takes nothing', { state: 'idle' }, false, false, false],
  ['a screen without a size takes nothing', { snapshot: null }, false, false, false],
  [
    'a phone that another session controls takes actions',
    { control: 'taken', controlFault },
    true,
    false,
    false,
  ],
  ['a parked channel with a fault stays shut', { control: 'parked', controlFault }, true, false, true],
  ['a parked channel without a fault may open', { control: 'parked' }, true, true, false],
  ['a refused channel opens no more', { control: 'closed', controlFault }, true, false, false],
  ['a phone whose channel is away waits', { control: 'closed', isControlAway: true }, true, false, false],
  ['a channel refused while away stays shut', { controlFault, isControlAway: true }, true, false, true],
])('%s', (_, over, acts, gestures, stands) => {
  const tile = fakeTile('a', over)
  const standing = standingControlFault(tile)
  expect([takesActions(tile), takesGestures(tile), standing !== null]).toEqual([acts, gestures, stands])
})
