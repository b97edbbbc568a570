import { useEventListener } from '@vueuse/core'

const layers = '[role=dialog], [role=menu], [role=listbox], [data-scrim]'
const pressEvents = [
  'pointerdown',
  'mousedown',
  'pointerup',
  'mouseup',
  'click',
  'dblclick',
  'auxclick',
  'contextmenu',
] as const

const secondWithinMs = 500
const nearPx = 10

/**
 * Keeps the second press of a double click on a dialog, menu or list from what lies below it: the first may have closed
 * it. Call once in a window.
 */
export function useSecondPress(): void {
  /** Where and when a layer was last pressed, in CSS px and ms of the events' clock. */
  let last: { layer: Element; x: number; y: number; at: number } | null = null
  let isSwallowing = false

  const isSecond = ({ clientX, clientY, timeStamp }: MouseEvent, layer: Element | null) =>
    last !== null &&
    last.layer !== layer &&
    timeStamp - last.at <= secondWithinMs &&
    Math.hypot(clientX - last.x, clientY - last.y) <= nearPx

  const see = (event: MouseEvent) => {
    // Not of a pointer.
    if (event.type === 'click' && event.detail === 0) return
    const layer = event.target instanceof Element ? event.target.closest(layers) : null
    // What began as a second press stays one until it ends, however long that takes.
    if (event.type === 'pointerdown' || !isSwallowing) isSwallowing = isSecond(event, layer)
    if (isSwallowing) {
      // Further clicks of a row are kept from it too.
      if (last) last.at = event.timeStamp
      event.preventDefault()
      event.stopImmediatePropagation()
    } else if (layer) {
      last = { layer, x: event.clientX, y: event.clientY, at: event.timeStamp }
    }
  }
  const forget = () => {
    last = null
    isSwallowing = false
  }
  useEventListener(window, [...pressEvents], see, { capture: true })
  useEventListener(window, 'keydown', forget, { capture: true })
}
