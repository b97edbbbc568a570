import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './browser-bitmap'

/** What a helper is asked. */
export interface DecodeRequest {
  jpeg: JpegBytes
  frame: Size
  size: Size
}

/** What it answers; null: the bytes are damaged. */
export type DecodeAnswer = ImageBitmap | null

/** Workers that decode beside the frame worker, one frame each at a time. */
export interface DecodeHelpers {
  /**
   * @returns what one of them makes of it, a picture of just that size; null where none is idle, or it has failed
   * @throws Error when the bytes are damaged
   */
  bitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap | null>
}

/** @param count of helpers; each is started when it is first needed */
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
        // One that has failed may never answer again: it is asked no more.
        helper.onerror = helper.onmessageerror = () => {
          helper.terminate()
          idle = idle.filter((other) => other !== helper)
          resolve(null)
        }
        // A copy, as it is handed over and the frame is kept.
        const request: DecodeRequest = { jpeg: jpeg.slice(), frame, size }
        helper.postMessage(request, [request.jpeg.buffer])
      })
    },
  }
}
