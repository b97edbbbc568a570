import {
  packRequest,
  unpackAnswer,
  type ConversionAnswer,
  type ConversionRequest,
} from '../../../../src-shared/bridge/conversion-packet'
import type { FrameToConvert } from '../../../../src-shared/features/conversions'
import type { Size } from '../../../../src-shared/protocol/device'
import { isSameSize } from '../../../phone/stream/decode-scale'
import { browserBitmap } from '../../../phone/stream/worker/browser-bitmap'
import { captionHeight, createCaption, nextSecond } from './caption'
import { placeIn, videoSize } from './letterbox'
import type { FromConverter, ToConverter, VideoPlan } from './messages'
import { createVideoTimes, type Shown } from './video-times'
import { beginVideo, type VideoFile } from './video-file'

/** Converts one recording. Its requests to the core go through the page. */
const post = (message: Exclude<FromConverter, ArrayBuffer>) => self.postMessage(message)
const ask = (request: ConversionRequest) => {
  const packet = packRequest(request)
  self.postMessage(packet, [packet])
}

// The wall comes first: of each second of work, the computer has so much to itself.
const restShare = 0.15

let answerRead: (answer: ConversionAnswer) => void = () => undefined
let answerWrite: () => void = () => undefined

const read = (conversion: number) =>
  new Promise<ConversionAnswer>((resolve) => {
    answerRead = resolve
    ask({ conversion, at: 0, bytes: new Uint8Array() })
  })
const write = (conversion: number, bytes: Uint8Array, at: number) =>
  new Promise<void>((resolve) => {
    answerWrite = resolve
    ask({ conversion, at, bytes })
  })

async function* framesOf(conversion: number): AsyncGenerator<FrameToConvert> {
  for (let isLast = false; !isLast;) {
    const { frames, kind } = await read(conversion)
    const from = performance.now()
    yield* frames
    await new Promise((resolve) => setTimeout(resolve, (performance.now() - from) * restShare))
    isLast = kind === 'last'
  }
}

/** Returns the size of the whole video, and of the picture in it. */
function sizesOf({ size, captionLocale }: VideoPlan): { whole: Size; picture: Size } {
  const picture = videoSize(size)
  const lineHeight = captionLocale === null ? 0 : captionHeight(picture)
  return { picture, whole: { ...picture, height: picture.height + lineHeight } }
}

/** Draws frames of other sizes in the middle of a black picture, and what stands under it. */
function createFitting(plan: VideoPlan): (bitmap: ImageBitmap, at: number) => ImageBitmap {
  const { whole, picture } = sizesOf(plan)
  const canvas = new OffscreenCanvas(whole.width, whole.height)
  const context = canvas.getContext('2d', { alpha: false })
  if (!context) throw new Error('no canvas')
  const { captionLocale: locale } = plan
  const drawCaption =
    locale === null ? null : createCaption(context, plan, locale, whole.height - picture.height)
  return (bitmap, at) => {
    if (isSameSize(bitmap, whole)) return bitmap
    const { x, y, width, height } = placeIn(picture, bitmap)
    context.fillStyle = '#000'
    context.fillRect(0, 0, picture.width, picture.height)
    context.imageSmoothingQuality = 'high'
    context.drawImage(bitmap, x, y, width, height)
    bitmap.close()
    drawCaption?.(at)
    return canvas.transferToImageBitmap()
  }
}

async function encode(video: VideoFile, plan: VideoPlan): Promise<number> {
  const { ms, startedAt, captionLocale } = plan
  const fit = createFitting(plan)
  const times =
    startedAt === null || captionLocale === null
      ? createVideoTimes<FrameToConvert>()
      : createVideoTimes<FrameToConvert>((at) => nextSecond(at, startedAt))
  let encoded = 0
  const encodeAll = async (shown: readonly Shown<FrameToConvert>[]) => {
    for (const { frame, at, ms: shownMs } of shown) {
      const bitmap = await browserBitmap(frame.jpeg.slice(), frame.size, frame.size).catch(() => null)
      // The picture before a damaged one stands.
      if (!bitmap) continue
      await video.add(fit(bitmap, at), at, shownMs)
      encoded += 1
      post({ type: 'progress', share: Math.min(1, (at + shownMs) / Math.max(1, ms)) })
    }
  }
  for await (const frame of framesOf(plan.id)) await encodeAll(times.next(frame, frame.at))
  await encodeAll(times.end(ms))
  return encoded
}

async function convert(plan: VideoPlan): Promise<void> {
  const video = await beginVideo(plan.format, sizesOf(plan).whole, plan, (bytes, at) =>
    write(plan.id, bytes, at),
  )
  if (!video) return post({ type: 'failed', why: 'no-encoder', detail: '' })
  const encoded = await encode(video, plan)
  if (encoded === 0) return post({ type: 'failed', why: 'empty', detail: '' })
  await video.end()
  post({ type: 'ended' })
}

self.onmessage = ({ data }: MessageEvent<ToConverter>) => {
  if (!(data instanceof ArrayBuffer)) {
    convert(data).catch((error: unknown) =>
      post({ type: 'failed', why: 'failed', detail: error instanceof Error ? error.message : String(error) }),
    )
    return
  }
  const answer = unpackAnswer(data)
  if (answer.kind === 'failed') post({ type: 'ended' })
  else if (answer.kind === 'written') answerWrite()
  else answerRead(answer)
}
