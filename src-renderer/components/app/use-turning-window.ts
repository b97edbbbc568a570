import { watch } from 'vue'
import type { Size } from '../../../src-shared/protocol/device'
import { scaleIn, turnedWindowSize } from '../../rules/own-window-size'
import type { Host } from '../../host/host'

/** Proportions that differ by less are the same, rounded to other pixels. */
const sameProportions = 0.02
/** A window may be given so many px less or more than was asked for. */
const sameRoom = 2

const proportions = ({ width, height }: Size) => width / height
const isAlike = (a: Size, b: Size) => Math.abs(proportions(a) / proportions(b) - 1) < sameProportions
const isSameRoom = (a: Size, b: Size) =>
  Math.abs(a.width - b.width) <= sameRoom && Math.abs(a.height - b.height) <= sameRoom

/**
 * A phone's own window turns with the phone: it takes its new proportions, and leaves the screen as large as it was.
 * @param snapshot the size of the phone's screen; null while not known
 */
export function useTurningWindow(
  host: Pick<Host, 'ownRoom' | 'resizeOwnWindow'>,
  snapshot: () => Size | null | undefined,
): void {
  let last: Size | null = null
  /**
   * What the last turn found and asked for: a display that was too small for one side does not shrink the other for good,
   * nor does a phone that turns back before the window has turned.
   */
  let turned: { rooms: Size[]; scale: number } | null = null

  watch(
    snapshot,
    async (now) => {
      if (!now) return
      const before = last
      last = now
      if (!before || isAlike(before, now)) return
      const room = await host.ownRoom()
      const scale = turned?.rooms.some((each) => isSameRoom(each, room))
        ? turned.scale
        : scaleIn(room, before)
      const most = {
        width: screen.availWidth - (outerWidth - innerWidth),
        height: screen.availHeight - (outerHeight - innerHeight),
      }
      const asked = turnedWindowSize(scale, now, most)
      turned = { rooms: [room, asked], scale }
      host.resizeOwnWindow(asked)
    },
    { immediate: true },
  )
}
