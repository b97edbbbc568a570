import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { createSharedComposable, useDevicePixelRatio } from '@vueuse/core'
import type { Size } from '../../src-shared/protocol/device'
import { useFrameRouter } from './use-frame-router'
import { largeSize, shownSize } from './decode-scale'
import type { PaintedSurface } from './frame-router'
import type { Pace, SurfaceState } from './messages'

export interface UseSurfaceOptions {
  /** The element that the picture fills. */
  place: Ref<HTMLElement | null>
  tile: number
  /** Shows the phone large. */
  large: boolean
  /** The room in which the frame is shown whole, in CSS px. */
  area: () => Size
  /** What the frame's size is taken for while there is none. */
  guess: () => Size
  /** Takes every frame; otherwise at most 20 a second. */
  prompt: () => boolean
  /** False while it is scrolled out of sight. */
  seen: () => boolean
}

// What is cut off where CSS px are made of device pixels and back, and by layout, which counts in 1/64 px.
const hair = 1 / 256

// One listener for all tiles: they come and go by dozens while the wall scrolls.
const useSharedPixelRatio = createSharedComposable(useDevicePixelRatio)

/**
 * Shows a tile in a place while the component lives.
 * @returns the size of the frame that is shown, that of its picture in CSS px, its pace while paces are measured, and
 *   whether a newer frame is damaged
 */
export function useSurface({ place, tile, large, area, guess, prompt, seen }: UseSurfaceOptions): {
  frame: Ref<Size | null>
  size: ComputedRef<Size>
  pace: Ref<Pace | null>
  isDamaged: ComputedRef<boolean>
} {
  const router = useFrameRouter()
  const { pixelRatio } = useSharedPixelRatio()
  const frame = shallowRef<Size | null>(null)
  const pace = shallowRef<Pace | null>(null)
  let surface: PaintedSurface | null = null

  const devicePixels = (extent: number) => Math.max(1, Math.floor(extent * pixelRatio.value + hair))
  const room = computed(() => ({ width: devicePixels(area().width), height: devicePixels(area().height) }))
  const size = computed(() => {
    const { width, height } = (large ? largeSize : shownSize)(frame.value ?? guess(), room.value)
    return { width: width / pixelRatio.value + hair, height: height / pixelRatio.value + hair }
  })
  const state = (): SurfaceState => ({ room: room.value, prompt: prompt(), seen: seen() })

  onMounted(() => {
    if (!place.value) return
    const onFrameSize = (size: Size) => (frame.value = size)
    const onPace = (now: Pace) => (pace.value = now)
    surface = router.add({ tile, place: place.value, large, state: state(), onFrameSize, onPace })
  })
  watch([() => room.value.width, () => room.value.height, prompt, seen], () => surface?.change(state()))
  onBeforeUnmount(() => surface?.remove())

  const isDamaged = computed(() => router.damaged.has(tile))

  return { frame, size, pace, isDamaged }
}
