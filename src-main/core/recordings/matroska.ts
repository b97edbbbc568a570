import type { Size } from '../../../src-shared/protocol/device'
import { version } from '../base/version'

/** One JPEG of a recording, and when it was shown, in ms from the recording's start. */
export interface TimedFrame {
  jpeg: Buffer
  at: number
}

/** Where a cluster begins: its time in ms, and its place in bytes from the start of the file. */
export interface CuePoint {
  at: number
  place: number
}

const ids = {
  ebml: 0x1a45dfa3,
  ebmlVersion: 0x4286,
  ebmlReadVersion: 0x42f7,
  ebmlMaxIdLength: 0x42f2,
  ebmlMaxSizeLength: 0x42f3,
  docType: 0x4282,
  docTypeVersion: 0x4287,
  docTypeReadVersion: 0x4285,
  void: 0xec,
  segment: 0x18538067,
  seekHead: 0x114d9b74,
  seek: 0x4dbb,
  seekId: 0x53ab,
  seekPosition: 0x53ac,
  info: 0x1549a966,
  timestampScale: 0x2ad7b1,
  duration: 0x4489,
  dateUtc: 0x4461,
  title: 0x7ba9,
  muxingApp: 0x4d80,
  writingApp: 0x5741,
  tracks: 0x1654ae6b,
  trackEntry: 0xae,
  trackNumber: 0xd7,
  trackUid: 0x73c5,
  trackType: 0x83,
  flagLacing: 0x9c,
  codecId: 0x86,
  video: 0xe0,
  pixelWidth: 0xb0,
  pixelHeight: 0xba,
  cluster: 0x1f43b675,
  timestamp: 0xe7,
  simpleBlock: 0xa3,
  cues: 0x1c53bb6b,
  cuePoint: 0xbb,
  cueTime: 0xb3,
  cueTrackPositions: 0xb7,
  cueTrack: 0xf7,
  cueClusterPosition: 0xf1,
} as const

/** A block's time counts from its cluster's in 16 signed bits. */
export const mostClusterMs = 32_767

// A size that is not known yet, or for good: all bits are set (RFC 8794, 6.2).
const unknownSize = Buffer.from('01ffffffffffffff', 'hex')
const sizeBytes = 8
const nanosecondsPerMs = 1_000_000
const videoType = 1
const track = 1
const keyFrame = 0x80
// Dates count in ns from the first instant of 2001 (RFC 8794, 7.6).
const epochMs = Date.UTC(2001, 0, 1)

function encodeId(id: number): Buffer {
  const hex = id.toString(16)
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex')
}

/** Encodes a size in 8 bytes, so that it can be replaced in place. */
function encodeSize(bytes: number): Buffer {
  const size = Buffer.alloc(sizeBytes)
  size.writeBigUInt64BE(BigInt(bytes))
  size[0] = 0x01
  return size
}

function element(id: number, ...content: readonly Buffer[]): Buffer {
  const bytes = content.reduce((sum, each) => sum + each.byteLength, 0)
  return Buffer.concat([encodeId(id), encodeSize(bytes), ...content])
}

function uint(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigUInt64BE(BigInt(value))
  return bytes
}

function float(value: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeDoubleBE(value)
  return bytes
}

function date(ms: number): Buffer {
  const bytes = Buffer.alloc(8)
  bytes.writeBigInt64BE(BigInt(Math.round(ms - epochMs)) * BigInt(nanosecondsPerMs))
  return bytes
}

/** Reads what `date` writes. @returns ms since the epoch; null for no date */
export function dateOf(bytes: Buffer): number | null {
  if (bytes.byteLength !== 8) return null
  const ms = epochMs + Number(bytes.readBigInt64BE() / BigInt(nanosecondsPerMs))
  return Number.isNaN(new Date(ms).getTime()) ? null : ms
}

const text = (value: string) => Buffer.from(value, 'utf8')

/** Fills a place whose content comes later. */
const filler = (bytes: number) => element(ids.void, Buffer.alloc(bytes - 1 - sizeBytes))

const durationElement = (ms: number) => element(ids.duration, float(ms))

/** Lists where the parts of the segment begin, in bytes from the start of its content. */
function seekHead(parts: readonly (readonly [id: number, place: number])[]): Buffer {
  const entries = parts.map(([id, place]) =>
    element(ids.seek, element(ids.seekId, encodeId(id)), element(ids.seekPosition, uint(place))),
  )
  return element(ids.seekHead, ...entries)
}

/** The beginning of a file, and the places in it that are filled when the file is finished. */
export interface Head {
  bytes: Buffer
  segmentSizeAt: number
  /** Where the segment's content begins, from which its own places count. */
  contentAt: number
  seekHeadAt: number
  durationAt: number
  /** Of the parts that the list names. */
  infoAt: number
  tracksAt: number
}

/**
 * Encodes the beginning of a Matroska file with one track of Motion JPEG (RFC 9559).
 * @param size of the first frame; later ones may differ
 * @param startedAt in ms since the epoch
 */
export function encodeHead(title: string, size: Size, startedAt: number): Head {
  const ebml = element(
    ids.ebml,
    element(ids.ebmlVersion, uint(1)),
    element(ids.ebmlReadVersion, uint(1)),
    element(ids.ebmlMaxIdLength, uint(4)),
    element(ids.ebmlMaxSizeLength, uint(8)),
    element(ids.docType, text('matroska')),
    element(ids.docTypeVersion, uint(4)),
    element(ids.docTypeReadVersion, uint(2)),
  )
  const segment = Buffer.concat([encodeId(ids.segment), unknownSize])
  const list = filler(
    seekHead([
      [ids.info, 0],
      [ids.tracks, 0],
      [ids.cues, 0],
    ]).byteLength,
  )
  const duration = filler(durationElement(0).byteLength)
  const info = element(
    ids.info,
    duration,
    element(ids.timestampScale, uint(nanosecondsPerMs)),
    element(ids.dateUtc, date(startedAt)),
    element(ids.title, text(title)),
    element(ids.muxingApp, text('Fleetwall')),
    element(ids.writingApp, text(`Fleetwall ${version}`)),
  )
  const tracks = element(
    ids.tracks,
    element(
      ids.trackEntry,
      element(ids.trackNumber, uint(track)),
      element(ids.trackUid, uint(track)),
      element(ids.trackType, uint(videoType)),
      element(ids.flagLacing, uint(0)),
      element(ids.codecId, text('V_MJPEG')),
      element(
        ids.video,
        element(ids.pixelWidth, uint(size.width)),
        element(ids.pixelHeight, uint(size.height)),
      ),
    ),
  )
  const contentAt = ebml.byteLength + segment.byteLength
  const infoAt = contentAt + list.byteLength
  return {
    bytes: Buffer.concat([ebml, segment, list, info, tracks]),
    segmentSizeAt: contentAt - sizeBytes,
    contentAt,
    seekHeadAt: contentAt,
    infoAt,
    durationAt: infoAt + encodeId(ids.info).byteLength + sizeBytes,
    tracksAt: infoAt + info.byteLength,
  }
}

/**
 * Encodes frames as one cluster. The JPEGs are not copied.
 * @param frames at least one, within `mostClusterMs`
 */
export function encodeCluster(frames: readonly TimedFrame[]): Buffer[] {
  const from = Math.round(frames[0]?.at ?? 0)
  const blocks = frames.flatMap(({ jpeg, at }) => {
    const header = Buffer.alloc(4)
    header.writeUInt8(0x80 | track, 0)
    header.writeInt16BE(Math.round(at) - from, 1)
    header.writeUInt8(keyFrame, 3)
    const size = encodeSize(header.byteLength + jpeg.byteLength)
    return [Buffer.concat([encodeId(ids.simpleBlock), size, header]), jpeg]
  })
  const time = element(ids.timestamp, uint(from))
  const bytes = blocks.reduce((sum, each) => sum + each.byteLength, time.byteLength)
  return [Buffer.concat([encodeId(ids.cluster), encodeSize(bytes), time]), ...blocks]
}

/** Encodes the index that players seek by. */
export function encodeCues(points: readonly CuePoint[], { contentAt }: Head): Buffer {
  return element(
    ids.cues,
    ...points.map(({ at, place }) =>
      element(
        ids.cuePoint,
        element(ids.cueTime, uint(Math.round(at))),
        element(
          ids.cueTrackPositions,
          element(ids.cueTrack, uint(track)),
          element(ids.cueClusterPosition, uint(place - contentAt)),
        ),
      ),
    ),
  )
}

/**
 * Encodes what a finished file has in the places that its head kept for it.
 * @param ms how long it lasts
 * @param cuesAt where its index begins; null when it has none
 * @param end the length of the file in bytes
 */
export function encodeEnd(
  head: Head,
  ms: number,
  cuesAt: number | null,
  end: number,
): { at: number; bytes: Buffer }[] {
  const { contentAt, infoAt, tracksAt } = head
  const list = seekHead([
    [ids.info, infoAt - contentAt],
    [ids.tracks, tracksAt - contentAt],
    [ids.cues, (cuesAt ?? contentAt) - contentAt],
  ])
  return [
    { at: head.segmentSizeAt, bytes: encodeSize(end - contentAt) },
    { at: head.durationAt, bytes: durationElement(ms) },
    ...(cuesAt === null ? [] : [{ at: head.seekHeadAt, bytes: list }]),
  ]
}
