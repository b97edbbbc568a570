import type { Ref } from 'vue'
import { useEventListener } from '@vueuse/core'
import { draggedCount, givenFiles, type GivenFiles } from './dropped-files'

/** Files that hang over the page: how many, and over which phone; null is the ground between the phones. */
export interface Hovering {
  count: number
  publicId: string | null
}

export interface DropOptions {
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

/** Takes files that are dropped anywhere on the page, and tells while they hang where they would go. */
export function useDrop({ element, hovering, accepts, onDrop }: DropOptions): void {
  let told: Hovering | null = null
  const tell = (next: Hovering | null) => {
    if (next?.count === told?.count && next?.publicId === told?.publicId) return
    told = next
    hovering(next)
  }

  const over = (event: DragEvent) => {
    const count = draggedCount(event.dataTransfer)
    if (count === 0) return
    event.preventDefault()
    const publicId = phoneUnder(event)
    if (event.dataTransfer) event.dataTransfer.dropEffect = accepts(publicId) ? 'copy' : 'none'
    tell({ count, publicId })
  }

  const leave = (event: DragEvent) => {
    const into = event.relatedTarget
    if (!(into instanceof Node && element.value?.contains(into))) tell(null)
  }

  const drop = (event: DragEvent) => {
    tell(null)
    if (!event.dataTransfer || draggedCount(event.dataTransfer) === 0) return
    // Without this the browser would open the file in place of the page.
    event.preventDefault()
    const publicId = phoneUnder(event)
    if (accepts(publicId)) onDrop(givenFiles(event.dataTransfer), publicId)
  }

  useEventListener(element, 'dragenter', over)
  useEventListener(element, 'dragover', over)
  useEventListener(element, 'dragleave', leave)
  useEventListener(element, 'drop', drop)
}
