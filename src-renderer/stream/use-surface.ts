import { onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import { createSharedComposable, useDevicePixelRatio } from '@vueuse/core'
import type { Size } from '../../src-shared/protocol/device'
import { useFrameRouter } from '../host/injected'
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
  /** Takes every frame; otherwise at most 20 a second. */
  prompt: () => boolean
  /** False while it is scrolled out of sight. */
  seen: () => boolean
}

// One listener for all tiles: they come and go by dozens while the wall scrolls.
const useSharedPixelRatio = createSharedComposable(useDevicePixelRatio)

/**
 * Shows a tile in a place while the component lives.
 * @returns the size of the frame that is shown, and its pace while paces are measured
 */
export function useSurface({ place, tile, large, area, prompt, seen }: UseSurfaceOptions): {
  frame: Ref<Size | null>
  pace: Ref<Pace | null>
} {
  const router = useFrameRouter()
  const { pixelRatio } = useSharedPixelRatio()
  const frame = shallowRef<Size | null>(null)
  const pace = shallowRef<Pace | null>(null)
  let surface: PaintedSurface | null = null

  const state = (): SurfaceState => ({
    size: {
      width: Math.max(1, Math.ceil(area().width * pixelRatio.value)),
      height: Math.max(1, Math.ceil(area().height * pixelRatio.value)),
    },
    prompt: prompt(),
    seen: seen(),
  })

  onMounted(() => {
    if (!place.value) return
    const onFrameSize = (size: Size) => (frame.value = size)
    const onPace = (now: Pace) => (pace.value = now)
    surface = router.add({ tile, place: place.value, large, state: state(), onFrameSize, onPace })
  })
  watch([() => state().size.width, () => state().size.height, prompt, seen], () => surface?.change(state()))
  onBeforeUnmount(() => surface?.remove())

  return { frame, pace }
}
