import { onScopeDispose } from 'vue'

// The pointer may move this much during a click.
const leastPx = 6

export interface TileDragOptions {
  onBegin: () => void
  /** Called with the phone whose tile is under the pointer. @param after the pointer is on its second half */
  onOver: (publicId: string, after: boolean) => void
  /** @param dropped false if Esc or a lost pointer cancelled it */
  onEnd: (dropped: boolean) => void
}

/** Returns a handler of `pointerdown` that drags a tile with the left button, and whether the last press dragged. */
export function useTileDrag({ onBegin, onOver, onEnd }: TileDragOptions) {
  let watching: AbortController | null = null
  let wasDragged = false

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
      const publicId = tile?.dataset['device']
      if (!tile || publicId === undefined) return
      const { left, width } = tile.getBoundingClientRect()
      onOver(publicId, at.clientX > left + width / 2)
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
