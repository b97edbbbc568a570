import { computed, onBeforeUnmount, onMounted, shallowRef, watch, type ComputedRef, type Ref } from 'vue'
import { createSharedComposable, useDevicePixelRatio } from '@vueuse/core'
import type { Size } from '../../../src-shared/protocol/device'
import { useFrameRouter } from './use-frame-router'
import { largeSize, shownSize } from './decode-scale'
import type { PaintedSurface } from './frame-router'
import type { Pace, SurfaceState } from './messages'

export interface UseSurfaceOptions {
  /** The element that the picture fills. */
  place: Ref<HTMLElement | null>
  tile: number
  /** Whether it is the focus view. */
  large: boolean
  /** The space for the whole frame, in CSS px. */
  area: () => Size
  /** The size to assume before the first frame. */
  guess: () => Size
  /** Shows each frame at once; otherwise at most 20 a second. */
  prompt: () => boolean
  /** False while the surface is scrolled out of sight. */
  seen: () => boolean
}

// Covers rounding between CSS and device px, and of layout, which counts in 1/64 px.
const hair = 1 / 256

// One listener for all tiles: scrolling mounts and unmounts dozens.
const useSharedPixelRatio = createSharedComposable(useDevicePixelRatio)

/**
 * Shows a tile in an element while the component is mounted. Returns the shown frame's size in px, the picture's size in
 * CSS px, the pace while paces are measured, and whether a newer frame is damaged.
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

  const isDamaged = computed(() => router.isDamaged(tile))

  return { frame, size, pace, isDamaged }
}
