import { onBeforeUnmount, onMounted, shallowRef, watch, type Ref } from 'vue'
import { useDevicePixelRatio } from '@vueuse/core'
import type { Size } from '../../src-shared/protocol/device'
import { useFrameRouter } from '../host/injected'
import type { PaintedSurface } from './frame-router'

export interface UseSurfaceOptions {
  canvas: Ref<HTMLCanvasElement | null>
  tile: number
  /** The room in which the frame is shown whole, in CSS px. */
  area: () => Size
  /** Takes every frame; otherwise at most 20 a second. */
  prompt: () => boolean
}

/** Shows a tile on a canvas while the component lives. @returns the size of the frame that is shown */
export function useSurface({ canvas, tile, area, prompt }: UseSurfaceOptions): Ref<Size | null> {
  const router = useFrameRouter()
  const { pixelRatio } = useDevicePixelRatio()
  const frame = shallowRef<Size | null>(null)
  let surface: PaintedSurface | null = null

  const devicePixels = (): Size => ({
    width: Math.max(1, Math.ceil(area().width * pixelRatio.value)),
    height: Math.max(1, Math.ceil(area().height * pixelRatio.value)),
  })

  onMounted(() => {
    if (!canvas.value) return
    const onFrameSize = (size: Size) => (frame.value = size)
    surface = router.add({ tile, canvas: canvas.value, size: devicePixels(), prompt: prompt(), onFrameSize })
  })
  watch([() => devicePixels().width, () => devicePixels().height, prompt], () =>
    surface?.change({ size: devicePixels(), prompt: prompt() }),
  )
  onBeforeUnmount(() => surface?.remove())

  return frame
}
