import { computed, type ComputedRef } from 'vue'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { BusyWith } from '../../../src-shared/features/phones'
import { isSameFault, type Notice } from '../../rules/notice'
import { standingControlFault } from '../../rules/takes-gestures'
import { useConnection } from '../../stores/connection'
import { useNotices } from '../../stores/notices'
import { useTiles } from '../../stores/tiles'
import { describeNotice } from '../../text/describe/describe-notice'
import { describeControl } from '../../text/describe/describe-tile'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { messages } from '../../text/messages'

export interface TileNotices {
  /** Those that pass, the newest first. */
  notices: ComputedRef<readonly (FaultText & { id: number })[]>
  /** What input waits for; undefined where none waits, or where a person has cancelled it. */
  busyWith: ComputedRef<BusyWith | undefined>
  /** The fault of the control channel; null for none. */
  control: ComputedRef<FaultText | null>
}

/** Returns what is to be said of a phone while it is live. */
export function useTileNotices(tile: () => TileState): TileNotices {
  const connection = useConnection()
  const store = useNotices()
  const tiles = useTiles()
  const running = computed(() => tiles.underWay.get(tile().publicId))
  const own = computed(() => store.notices.filter(({ publicId }) => publicId === tile().publicId))
  /** Replaces the wait until the phone is busy with something else. */
  const isGivenUp = (notice: Notice) =>
    notice.kind === 'waiting-cancelled' && (running.value ?? notice.busyWith) === notice.busyWith
  /** After the answer, nothing can still run. */
  const describe = (notice: Notice) =>
    notice.kind === 'waiting-cancelled' && !running.value
      ? { sentence: messages.tile.inputDiscarded }
      : describeNotice(notice, connection)
  return {
    notices: computed(() =>
      own.value
        .filter((notice) => isGivenUp(notice) || notice.kind !== 'waiting-cancelled')
        // The control channel's fault is said beside them.
        .filter(
          (notice) => notice.kind !== 'missed' || !isSameFault(notice.fault, standingControlFault(tile())),
        )
        .toReversed()
        .map((notice) => ({ id: notice.id, ...describe(notice) })),
    ),
    busyWith: computed(() => (own.value.some(isGivenUp) ? undefined : running.value)),
    control: computed(() => describeControl(tile())),
  }
}
