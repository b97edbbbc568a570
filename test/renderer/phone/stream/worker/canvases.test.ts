import { expect, it, vi } from 'vitest'
import { createCanvases } from '../../../../../src-renderer/phone/stream/worker/canvases'

function canvas() {
  const transferFromImageBitmap = vi.fn()
  const offscreen = { getContext: () => ({ transferFromImageBitmap }) } as unknown as OffscreenCanvas
  return { offscreen, transferFromImageBitmap }
}

it('reuses the canvas of a removed surface, blank, as another phone gets it', () => {
  const canvases = createCanvases()
  const { offscreen, transferFromImageBitmap } = canvas()
  expect(canvases.take(1, { canvas: offscreen })).toBe(offscreen)
  expect(transferFromImageBitmap).not.toHaveBeenCalled()
  canvases.leave(1, true)
  expect(transferFromImageBitmap).toHaveBeenCalledExactlyOnceWith(null)
  expect(canvases.take(2, { canvasOf: 1 })).toBe(offscreen)
  canvases.leave(2, true)
  expect(canvases.take(3, { canvasOf: 2 })).toBe(offscreen)
})

it('gives no canvas twice, and none that is not spare', () => {
  const canvases = createCanvases()
  const { offscreen } = canvas()
  canvases.take(1, { canvas: offscreen })
  canvases.leave(1, true)
  canvases.take(2, { canvasOf: 1 })
  expect(() => canvases.take(3, { canvasOf: 1 })).toThrow('There is no spare canvas')
  canvases.leave(2, false)
  expect(() => canvases.take(3, { canvasOf: 2 })).toThrow('There is no spare canvas')
})
