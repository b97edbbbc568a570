import type { Size } from '../../src-shared/protocol/device'
import type { JpegBytes } from './decode-frame'

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
   * @returns what one of them makes of it, a picture of just that size; null while none is idle
   * @throws Error when the bytes are damaged
   */
  bitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap> | null
}

/** @param count of helpers; each is started when it is first needed */
export function createDecodeHelpers(count: number, start: () => Worker): DecodeHelpers {
  const idle: Worker[] = []
  let started = 0

  const ask = (helper: Worker, request: DecodeRequest): Promise<ImageBitmap> =>
    new Promise((resolve, reject) => {
      const end = () => {
        helper.onmessage = helper.onerror = null
        idle.push(helper)
      }
      helper.onmessage = ({ data }: MessageEvent<DecodeAnswer>) => {
        end()
        if (data) resolve(data)
        else reject(new Error('The JPEG is damaged.'))
      }
      helper.onerror = () => {
        end()
        reject(new Error('The helper has failed.'))
      }
      helper.postMessage(request, [request.jpeg.buffer])
    })

  return {
    bitmap(jpeg, frame, size) {
      let helper = idle.pop()
      if (!helper && started < count) {
        helper = start()
        started += 1
      }
      // A copy, as it is handed over and the frame is kept.
      return helper ? ask(helper, { jpeg: jpeg.slice(), frame, size }) : null
    },
  }
}
