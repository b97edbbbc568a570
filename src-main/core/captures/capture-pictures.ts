import { constants } from 'node:fs'
import { lstat, open, type FileHandle } from 'node:fs/promises'
import type { Capture } from '../../../src-shared/features/captures'
import { pictureSize } from '../pictures/picture-size'
import type { Pictures } from '../pictures/pictures'

// What Fleetwall draws is far smaller.
const mostBytes = 64 * 1024 * 1024
const thumbnail = { width: 240, height: 160 }

/** Reads the first frame of a recording, as JPEG; null without one. It may throw. */
export type ReadFirstFrame = (file: FileHandle) => Promise<Buffer | null>

/** The pictures of captures; null for a damaged or missing file, and for a document. */
export interface CapturePictures {
  /** Returns a small JPEG. */
  thumbnail(id: string, capture: Pick<Capture, 'kind' | 'path'>): Promise<Buffer | null>
  /** Returns a screenshot or a sheet as it is. */
  whole(capture: Pick<Capture, 'kind' | 'path'>): Promise<Buffer | null>
}

export function createCapturePictures(
  pictures: Pick<Pictures, 'of'>,
  firstFrame: ReadFirstFrame,
): CapturePictures {
  const whole = ({ kind, path }: Pick<Capture, 'kind' | 'path'>) =>
    reading(path, async (file, bytes) => {
      if (kind === 'recording') return firstFrame(file)
      return bytes <= mostBytes ? file.readFile() : null
    })
  return {
    async thumbnail(id, capture) {
      const picture = await whole(capture)
      const size = picture && pictureSize(picture)
      if (!size) return null
      const share = Math.min(1, thumbnail.width / size.width, thumbnail.height / size.height)
      const width = Math.max(1, Math.round(size.width * share))
      return pictures
        .of(id)
        .thumbnail(picture, width)
        .catch(() => null)
    },
    async whole(capture) {
      const picture = capture.kind === 'recording' ? null : await whole(capture)
      return picture && pictureSize(picture) ? picture : null
    },
  }
}

/** Reads a file, which is no link and no device. @returns null when that fails */
async function reading(
  path: string,
  read: (file: FileHandle, bytes: number) => Promise<Buffer | null>,
): Promise<Buffer | null> {
  let file: FileHandle | null = null
  try {
    if (!(await lstat(path)).isFile()) return null
    // Windows has no such flag.
    file = await open(path, constants.O_RDONLY | ((constants.O_NOFOLLOW as number | undefined) ?? 0))
    return await read(file, (await file.stat()).size)
  } catch {
    return null
  } finally {
    await file?.close().catch(() => undefined)
  }
}
