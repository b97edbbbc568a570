import { watch } from 'vue'
import type { Size } from '../../src-shared/protocol/device'
import { scaleIn, turnedWindowSize } from './own-window-size'
import type { Host } from '../host/host'

const isUpright = ({ width, height }: Size) => height >= width

/**
 * Turns a phone's own window with the phone. The screen keeps its size, as far as the display has room.
 * @param snapshot the size of the phone's screen; null while unknown
 */
export function useTurningWindow(
  host: Pick<Host, 'resizeOwnWindow'>,
  snapshot: () => Size | null | undefined,
): void {
  let last: Size | null = null
  watch(
    snapshot,
    (now) => {
      if (!now) return
      const before = last
      last = now
      if (!before || isUpright(before) === isUpright(now)) return
      const most = {
        width: screen.availWidth - (outerWidth - innerWidth),
        height: screen.availHeight - (outerHeight - innerHeight),
      }
      const scale = scaleIn({ width: innerWidth, height: innerHeight }, before)
      host.resizeOwnWindow(turnedWindowSize(scale, now, most))
    },
    { immediate: true },
  )
}
