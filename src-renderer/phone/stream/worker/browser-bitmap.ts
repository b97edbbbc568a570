import type { Size } from '../../../../src-shared/protocol/device'
import { startOfScan } from '../../../../src-shared/protocol/jpeg-size'
import { decodeScale, scaledSize } from '../decode-scale'
import { withoutExif } from '../../../../src-shared/protocol/without-exif'

/** Owns its bytes: a view of a whole buffer. */
export type JpegBytes = Uint8Array<ArrayBuffer>

const type = 'image/jpeg'
// A progressive picture has about ten scans. Each costs a pass over the whole picture, and may be almost empty.
const mostScans = 30
const mostPixels = 16_000_000
const withinMs = 2000

/**
 * Decodes a JPEG with the browser's decoder, unturned: touches count in the JPEG's own pixels. Rejects when the bytes are
 * damaged, or made to take long: they have over 30 scans or 16 megapixels, or take over 2 s.
 * @param frame the size in the JPEG's header
 * @param size of the bitmap, in pixels
 */
export async function browserBitmap(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap> {
  if (frame.width * frame.height > mostPixels || hasManyScans(jpeg)) throw new Error('too costly to decode')
  return beforeDeadline(decode(jpeg, frame, size))
}

function hasManyScans(jpeg: Uint8Array): boolean {
  let scans = 0
  for (let at = jpeg.indexOf(0xff); at >= 0; at = jpeg.indexOf(0xff, at + 1)) {
    // In a scan's data no other byte than 0 follows 0xff, except for markers.
    if (jpeg[at + 1] === startOfScan && ++scans > mostScans) return true
  }
  return false
}

async function beforeDeadline(decoding: Promise<ImageBitmap>): Promise<ImageBitmap> {
  let timer: ReturnType<typeof setTimeout> | undefined
  let isLate = false
  const deadline = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      isLate = true
      reject(new Error('took too long to decode'))
    }, withinMs)
  })
  // A picture that comes later is not needed.
  decoding.then((bitmap) => isLate && bitmap.close()).catch(() => undefined)
  try {
    return await Promise.race([decoding, deadline])
  } finally {
    clearTimeout(timer)
  }
}

async function decode(jpeg: JpegBytes, frame: Size, size: Size): Promise<ImageBitmap> {
  const resize = { resizeWidth: size.width, resizeHeight: size.height, resizeQuality: 'low' } as const
  const eighths = decodeScale(frame, size)
  const data = withoutExif(jpeg)
  // At full size an ImageDecoder fills half a gigabyte of shared memory.
  if (eighths === 8 || typeof ImageDecoder === 'undefined')
    return createImageBitmap(new Blob([data], { type }), resize)
  const image = await scaledDown(data, scaledSize(frame, eighths))
  try {
    return await createImageBitmap(image, resize)
  } finally {
    image.close()
  }
}

async function scaledDown(data: JpegBytes, { width, height }: Size): Promise<VideoFrame> {
  const decoder = new ImageDecoder({ type, data, desiredWidth: width, desiredHeight: height })
  try {
    return (await decoder.decode()).image
  } finally {
    decoder.close()
  }
}
