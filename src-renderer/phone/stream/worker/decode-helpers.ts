import type { Size } from '../../../../src-shared/protocol/device'
import type { JpegBytes } from './browser-bitmap'

/** A request to a helper; sizes in pixels. */
export interface DecodeRequest {
  jpeg: JpegBytes
  frame: Size
  size: Size
}

/** A helper's answer; null when the bytes are damaged. */
export type DecodeAnswer = ImageBitmap | null

/** Workers that decode for the frame worker, one frame each at a time. */
export interface DecodeHelpers {
  /**
   * Decodes to a bitmap of exactly this size. Resolves to null while no helper is idle, or when one has failed; rejects
   * when the bytes are damaged.
   */
  bitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap | null>
}

/** @param count of helpers; each starts when it is first needed */
export function createDecodeHelpers(count: number, start: () => Worker): DecodeHelpers {
  let idle: Worker[] = []
  let started = 0

  const next = (): Worker | undefined => {
    const helper = idle.pop()
    if (helper || started === count) return helper
    started += 1
    return start()
  }

  return {
    bitmap(jpeg, frame, size) {
      const helper = next()
      if (!helper) return Promise.resolve(null)
      return new Promise((resolve, reject) => {
        helper.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
          idle.push(helper)
          if (data) resolve(data)
          else reject(new Error('The JPEG is damaged.'))
        }
        // A failed helper may never answer again.
        helper.onerror = helper.onmessageerror = () => {
          helper.terminate()
          idle = idle.filter((other) => other !== helper)
          resolve(null)
        }
        // A copy: the buffer is transferred, and the frame is kept here.
        const request: DecodeRequest = { jpeg: jpeg.slice(), frame, size }
        helper.postMessage(request, [request.jpeg.buffer])
      })
    },
  }
}
