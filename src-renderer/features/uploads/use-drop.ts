import type { Ref } from 'vue'
import { useEventListener } from '@vueuse/core'
import type { Hovering } from '../../rules/hovering'
import { draggedCount, givenFiles, type GivenFiles } from '../../phone/input/dropped-files'

export interface DropOptions {
  /** The element that takes files; dialogs over it take none. */
  element: Ref<HTMLElement | null>
  /** Called when a drag of files begins, moves to another phone, or ends. */
  hovering: (hovering: Hovering | null) => void
  /** Returns whether a drop there would do something; the cursor shows it. */
  accepts: (publicId: string | null) => boolean
  onDrop: (given: GivenFiles, publicId: string | null) => void
}

const phoneUnder = ({ target }: DragEvent): string | null => {
  const tile = target instanceof Element ? target.closest<HTMLElement>('[data-device]') : null
  return tile?.dataset['device'] ?? null
}

/**
 * Takes files that are dropped on an element, and reports the drag before. Outside the element it stops the browser from
 * opening them.
 */
export function useDrop({ element, hovering, accepts, onDrop }: DropOptions): void {
  let reported: Hovering | null = null
  const report = (next: Hovering | null) => {
    if (next?.count === reported?.count && next?.publicId === reported?.publicId) return
    reported = next
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
    report(isTaken ? { count, publicId } : null)
  }

  const leave = (event: DragEvent) => {
    if (!isOn(event.relatedTarget)) report(null)
  }

  const drop = (event: DragEvent) => {
    report(null)
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
