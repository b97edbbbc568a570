import { withoutExif } from '../../../src-shared/protocol/without-exif'

/** Decodes a picture with its pixels as they were sent: never turned as Exif says. @throws DOMException for what is none */
export const bitmapAsSent = (picture: Uint8Array<ArrayBuffer>): Promise<ImageBitmap> =>
  createImageBitmap(new Blob([withoutExif(picture)]))
