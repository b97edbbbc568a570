import type { Ref } from 'vue'
import { useEventListener } from '@vueuse/core'
import type { Hovering } from '../rules/hovering'
import { draggedCount, givenFiles, type GivenFiles } from './dropped-files'

export interface DropOptions {
  /** What takes files. On what floats over it, such as a dialog, nothing becomes of them. */
  element: Ref<HTMLElement | null>
  /** Told when files begin to hang, go over another phone, or are gone. */
  hovering: (hovering: Hovering | null) => void
  /** Whether a drop there would do something; the cursor says so. */
  accepts: (publicId: string | null) => boolean
  onDrop: (given: GivenFiles, publicId: string | null) => void
}

const phoneUnder = ({ target }: DragEvent): string | null => {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-device]') : null
  return tile?.dataset['device'] ?? null
}

/**
 * Takes files that are dropped on an element, and tells while they hang where they would go. Beside it a browser would open them
 * in a page of their own: there they are held back.
 */
export function useDrop({ element, hovering, accepts, onDrop }: DropOptions): void {
  let told: Hovering | null = null
  const tell = (next: Hovering | null) => {
    if (next?.count === told?.count && next?.publicId === told?.publicId) return
    told = next
    hovering(next)
  }

  const isOn = (target: EventTarget | null) =>
    target instanceof Node && element.value?.contains(target) === true

  const over = (event: DragEvent) => {
    const count = draggedCount(event.dataTransfer)
    if (count === 0) return
    event.preventDefault()
    const isTaken = isOn(event.target)
    const publicId = phoneUnder(event)
    if (event.dataTransfer) event.dataTransfer.dropEffect = isTaken && accepts(publicId) ? 'copy' : 'none'
    tell(isTaken ? { count, publicId } : null)
  }

  const leave = (event: DragEvent) => {
    if (!isOn(event.relatedTarget)) tell(null)
  }

  const drop = (event: DragEvent) => {
    tell(null)
    if (!event.dataTransfer || draggedCount(event.dataTransfer) === 0) return
    event.preventDefault()
    const publicId = phoneUnder(event)
    if (isOn(event.target) && accepts(publicId)) onDrop(givenFiles(event.dataTransfer), publicId)
  }

  useEventListener(document, 'dragenter', over)
  useEventListener(document, 'dragover', over)
  useEventListener(document, 'dragleave', leave)
  useEventListener(document, 'drop', drop)
}
