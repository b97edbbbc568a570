import { onScopeDispose } from 'vue'
import { useArrangement } from '../stores/arrangement'
import { useFilter } from '../stores/filter'
import { useSelection } from '../stores/selection'

// The pointer may move this much during a click.
const leastPx = 6

/**
 * Returns a handler of `pointerdown` that drags a tile with the left button, with the selection that holds it, and whether the
 * last press dragged. @param publicId the tile's phone @param onDropped called when it was dropped, also where it was
 */
export function useTileDrag(publicId: () => string, onDropped: () => void) {
  const arrangement = useArrangement()
  const filter = useFilter()
  const selection = useSelection()
  let watching: AbortController | null = null
  let wasDragged = false

  const onBegin = () =>
    (arrangement.drag = { publicIds: selection.targetsOf(publicId()), before: publicId() })
  /** @param over the phone whose tile is under the pointer @param after whether the pointer is on its second half */
  const onOver = (over: string, after: boolean) => {
    const { drag } = arrangement
    if (!drag || drag.publicIds.includes(over)) return
    const ids = filter.shownIds.filter((id) => !drag.publicIds.includes(id))
    const before = after ? (ids[ids.indexOf(over) + 1] ?? null) : over
    arrangement.drag = { ...drag, before }
  }
  /** @param dropped false if Esc or a lost pointer cancelled it */
  const onEnd = (dropped: boolean) => {
    const { drag } = arrangement
    arrangement.drag = null
    if (!dropped) return
    if (drag && !drag.publicIds.includes(drag.before ?? '')) filter.place(drag.publicIds, drag.before)
    onDropped()
  }
  const end = (dropped: boolean) => {
    if (watching && wasDragged) onEnd(dropped)
    watching?.abort()
    watching = null
  }
  const press = (event: PointerEvent) => {
    const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
    wasDragged = false
    if (event.button !== 0 || event.ctrlKey || event.metaKey || event.shiftKey || isOnButton) return
    const { clientX, clientY, pointerId } = event
    watching = new AbortController()
    const { signal } = watching
    const move = (at: PointerEvent) => {
      if (at.pointerId !== pointerId) return
      if (!wasDragged) {
        if (Math.hypot(at.clientX - clientX, at.clientY - clientY) < leastPx) return
        wasDragged = true
        onBegin()
      }
      const tile = document.elementFromPoint(at.clientX, at.clientY)?.closest<HTMLElement>('[data-device]')
      const over = tile?.dataset['device']
      if (!tile || over === undefined) return
      const { left, width } = tile.getBoundingClientRect()
      onOver(over, at.clientX > left + width / 2)
    }
    window.addEventListener('pointermove', move, { signal })
    window.addEventListener('pointerup', () => end(true), { signal })
    window.addEventListener('pointercancel', () => end(false), { signal })
    window.addEventListener('blur', () => end(false), { signal })
    const keydown = (key: KeyboardEvent) => {
      if (key.key !== 'Escape' || !wasDragged) return
      key.stopPropagation()
      end(false)
    }
    window.addEventListener('keydown', keydown, { signal, capture: true })
  }
  onScopeDispose(() => end(false))
  return { press, wasDragged: () => wasDragged }
}
