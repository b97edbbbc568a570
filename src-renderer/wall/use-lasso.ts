import { onBeforeUnmount, shallowRef, type Ref, type ShallowRef } from 'vue'
import { useEventListener } from '@vueuse/core'

/** A selection rectangle, in CSS px of the content. */
export interface LassoBox {
  left: number
  right: number
  top: number
  bottom: number
}

export interface UseLassoOptions {
  /** The element that scrolls. */
  scroller: Ref<HTMLElement | null>
  /** The content that scrolls in it. */
  ground: Ref<HTMLElement | null>
  /** Called when the rectangle begins. @param adds whether the selection stays */
  onBegin: (adds: boolean) => void
  onDraw: (box: LassoBox) => void
  /** Called when it is cancelled, to restore the selection. */
  onCancel: () => void
}

// The pointer may move this much during a click.
const leastPx = 4
// Share of the pointer's distance beyond the edge that each frame scrolls by.
const scrollShare = 0.2

/**
 * Draws a selection rectangle with the left button on empty space. It scrolls while the pointer is beyond the edge. Esc, a
 * window that loses the focus, or a cancelled pointer ends it.
 * @returns the rectangle while it is drawn
 */
export function useLasso(options: UseLassoOptions): { box: Readonly<ShallowRef<LassoBox | null>> } {
  const { scroller, ground, onBegin, onDraw, onCancel } = options
  const box = shallowRef<LassoBox | null>(null)
  let from: { x: number; y: number; adds: boolean; pointer: number } | null = null
  let at = { x: 0, y: 0 }
  let frame = 0
  /** The press was more than a click, even if it was cancelled since. */
  let wasDrawn = false

  const place = ({ x, y }: { x: number; y: number }) => {
    const { left = 0, top = 0 } = ground.value?.getBoundingClientRect() ?? {}
    return { x: x - left, y: y - top }
  }
  const draw = () => {
    if (!from) return
    const to = place(at)
    const isFar = Math.hypot(to.x - from.x, to.y - from.y) >= leastPx
    if (!box.value && !isFar) return
    if (!box.value) onBegin(from.adds)
    wasDrawn = true
    box.value = {
      left: Math.min(from.x, to.x),
      right: Math.max(from.x, to.x),
      top: Math.min(from.y, to.y),
      bottom: Math.max(from.y, to.y),
    }
    onDraw(box.value)
  }
  const scrollOn = () => {
    const edge = scroller.value?.getBoundingClientRect()
    if (!from || !edge) return
    const beyond = Math.min(0, at.y - edge.top) + Math.max(0, at.y - edge.bottom)
    if (beyond !== 0 && box.value) {
      scroller.value?.scrollBy(0, beyond * scrollShare)
      draw()
    }
    frame = requestAnimationFrame(scrollOn)
  }
  const end = () => {
    cancelAnimationFrame(frame)
    from = null
    box.value = null
  }
  const cancel = () => {
    const isDrawn = box.value !== null
    end()
    if (isDrawn) onCancel()
  }

  useEventListener(scroller, 'pointerdown', (event) => {
    const element = scroller.value
    const isOnGround = event.target === element || event.target === ground.value
    const isOnBar = event.offsetX >= (element?.clientWidth ?? 0) && event.target === element
    if (!isOnGround || isOnBar || !element || event.button !== 0 || event.pointerType === 'touch') return
    at = { x: event.clientX, y: event.clientY }
    const adds = event.ctrlKey || event.metaKey || event.shiftKey
    wasDrawn = false
    from = { ...place(at), adds, pointer: event.pointerId }
    element.setPointerCapture(event.pointerId)
    scrollOn()
  })
  useEventListener(scroller, 'pointermove', (event) => {
    if (event.pointerId !== from?.pointer) return
    at = { x: event.clientX, y: event.clientY }
    draw()
  })
  useEventListener(scroller, 'pointerup', (event) => {
    if (wasDrawn) swallowClick()
    wasDrawn = false
    if (event.pointerId === from?.pointer) end()
  })
  useEventListener(scroller, 'pointercancel', cancel)
  useEventListener(window, 'blur', cancel)
  useEventListener(
    window,
    'keydown',
    (event) => {
      if (event.key !== 'Escape' || !box.value) return
      event.preventDefault()
      event.stopPropagation()
      cancel()
    },
    { capture: true },
  )
  onBeforeUnmount(end)

  /** Stops the click that the browser makes of press and release. */
  const swallowClick = () => {
    const swallow = (event: Event) => event.stopPropagation()
    window.addEventListener('click', swallow, { capture: true, once: true })
    setTimeout(() => window.removeEventListener('click', swallow, { capture: true }))
  }

  return { box }
}
