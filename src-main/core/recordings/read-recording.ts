import type { FileHandle } from 'node:fs/promises'
import type { Size } from '../../../src-shared/protocol/device'
import { jpegSize } from '../../../src-shared/protocol/jpeg-size'
import { dateOf, type TimedFrame } from './matroska'

export interface SizedFrame extends TimedFrame {
  /** In pixels. */
  size: Size
}

/** Reads a recording from its start to its end, or to where it is damaged. Holds one frame, and little more, in memory. */
export interface RecordingReader {
  /** @returns null after the last whole frame */
  next(): Promise<SizedFrame | null>
  /** In ms; null until it was read, and in a recording that was not finished. */
  readonly duration: number | null
  /** The phone's name; empty until it was read. */
  readonly title: string
  /** In ms since the epoch; null until it was read. */
  readonly startedAt: number | null
}

/** Why a file is no recording of Fleetwall. */
export class NoRecording extends Error {
  constructor() {
    super('not a recording of Fleetwall')
  }
}

interface Element {
  id: number
  start: number
  end: number
}

const readAtOnce = 256 * 1024
const longestHeader = 12
const shortest = 2
// A frame of the service is far smaller; only a damaged length says more.
const mostBlockBytes = 64 * 1024 * 1024
const blockHeaderBytes = 4
const lacing = 0x06
const nanosecondsPerMs = 1_000_000
const documentId = 0x1a45dfa3
// What holds other elements: segment, info, tracks, track, cluster.
const holders = new Set([0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0x1f43b675])
const values = {
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  dateUtc: 0x4461,
  title: 0x7ba9,
  codecId: 0x86,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
} as const
// A phone's name has 64 characters.
const longestValue = 256

const lengthOf = (first: number) => Math.clz32(first) - 23

/** Reads an element's id and size (RFC 8794). @returns null where none begins */
function readElement(bytes: Buffer, at: number): Element | null {
  const idLength = lengthOf(bytes[0] ?? 0)
  const sizeLength = lengthOf(bytes[idLength] ?? 0)
  if (idLength > 4 || sizeLength > 8 || idLength + sizeLength > bytes.byteLength) return null
  const rest = bytes.subarray(idLength + 1, idLength + sizeLength)
  const first = (bytes[idLength] ?? 0) & ((1 << (8 - sizeLength)) - 1)
  const size = rest.reduce((sum, byte) => sum * 256 + byte, first)
  const start = at + idLength + sizeLength
  return { id: bytes.readUIntBE(0, idLength), start, end: start + size }
}

function numberOf(bytes: Buffer): number {
  return bytes.reduce((sum, byte) => sum * 256 + byte, 0)
}

function floatOf(bytes: Buffer): number | null {
  if (bytes.byteLength === 8) return bytes.readDoubleBE()
  return bytes.byteLength === 4 ? bytes.readFloatBE() : null
}

/** Reads a file that is open. Its calls may throw the file system's errors and `NoRecording`. */
export function readRecording(file: FileHandle): RecordingReader {
  let held = Buffer.alloc(0)
  let heldAt = 0
  let at = 0
  let clusterAt = 0
  let duration: number | null = null
  let title = ''
  let startedAt: number | null = null
  let isOurs = false
  let hasEnded = false

  /** Returns so many bytes; fewer at the file's end. They stay valid. */
  const take = async (from: number, length: number): Promise<Buffer> => {
    if (from < heldAt || from + length > heldAt + held.byteLength) {
      const bytes = Buffer.allocUnsafe(Math.max(length, readAtOnce))
      let filled = 0
      for (let isMore = true; isMore && filled < bytes.byteLength;) {
        const { bytesRead } = await file.read(bytes, filled, bytes.byteLength - filled, from + filled)
        filled += bytesRead
        isMore = bytesRead > 0
      }
      held = bytes.subarray(0, filled)
      heldAt = from
    }
    return held.subarray(from - heldAt, from - heldAt + length)
  }
  const takeValue = (id: number, value: Buffer) => {
    if (id === values.timestamp) clusterAt = numberOf(value)
    if (id === values.duration) duration = floatOf(value)
    if (id === values.title) title = value.toString('utf8')
    if (id === values.dateUtc) startedAt = dateOf(value)
    if (id === values.codecId) isOurs = value.toString('latin1') === 'V_MJPEG'
    if (id === values.timestampScale && numberOf(value) !== nanosecondsPerMs) throw new NoRecording()
  }
  const toFrame = (block: Buffer): SizedFrame | null => {
    const jpeg = block.subarray(blockHeaderBytes)
    const size = jpegSize(jpeg)
    if (!size || ((block[3] ?? 0) & lacing) !== 0) return null
    return { jpeg, size, at: clusterAt + block.readInt16BE(1) }
  }
  /** Reads the element at the present place. @returns null at the end; undefined where it is no frame */
  const step = async (): Promise<SizedFrame | null | undefined> => {
    const header = await take(at, longestHeader)
    const element = header.byteLength < shortest ? null : readElement(header, at)
    if (at === 0 && element?.id !== documentId) throw new NoRecording()
    if (!element) return null
    const { id, start, end } = element
    at = holders.has(id) ? start : end
    if (id === values.simpleBlock) {
      if (!isOurs) throw new NoRecording()
      if (end - start > mostBlockBytes) return null
      const block = await take(start, end - start)
      if (block.byteLength < end - start) return null
      return block.byteLength > blockHeaderBytes ? (toFrame(block) ?? undefined) : undefined
    }
    if ((Object.values(values) as number[]).includes(id) && end - start <= longestValue)
      takeValue(id, await take(start, end - start))
    return undefined
  }

  return {
    async next() {
      while (!hasEnded) {
        const found = await step()
        if (found) return found
        hasEnded = found === null
      }
      return null
    },
    get duration() {
      return duration
    },
    get title() {
      return title
    },
    get startedAt() {
      return startedAt
    },
  }
}

/** Reads the first frame of a recording; null without one. Throws as `RecordingReader`. */
export const readFirstFrame = async (file: FileHandle): Promise<Buffer | null> =>
  (await readRecording(file).next())?.jpeg ?? null
