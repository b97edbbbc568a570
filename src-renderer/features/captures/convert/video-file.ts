import {
  getFirstEncodableVideoCodec,
  Mp4OutputFormat,
  Output,
  QUALITY_HIGH,
  StreamTarget,
  VideoSample,
  VideoSampleSource,
  WebMOutputFormat,
  type StreamTargetChunk,
  type VideoCodec,
} from 'mediabunny'
import { mostWrittenBytes, type VideoFormat } from '../../../../src-shared/features/conversions'
import type { Size } from '../../../../src-shared/protocol/device'
import type { VideoPlan } from './messages'

/** The codecs of a format, the best one first. What plays everywhere comes before what is smaller. */
const codecs: Readonly<Record<VideoFormat, VideoCodec[]>> = { mp4: ['avc'], webm: ['vp9', 'vp8'] }

const keyFrameEveryS = 5

/** A video that is encoded and written while it is made. */
export interface VideoFile {
  /** Encodes a picture of the video's size; closes it. Resolves when the next one is welcome. Times are in ms. */
  add(picture: CanvasImageSource & { close?: () => void }, at: number, ms: number): Promise<void>
  /** Writes what is left. */
  end(): Promise<void>
}

/**
 * Begins a video file, with the codec that the browser says it can encode.
 * @param write writes bytes at a place in the file, and resolves when more may come
 * @returns null if the browser can't encode this
 */
export async function beginVideo(
  format: VideoFormat,
  { width, height }: Size,
  { title, startedAt }: Pick<VideoPlan, 'title' | 'startedAt'>,
  write: (bytes: Uint8Array, at: number) => Promise<void>,
): Promise<VideoFile | null> {
  const codec = await getFirstEncodableVideoCodec(codecs[format], { width, height, bitrate: QUALITY_HIGH })
  if (codec === null) return null
  const source = new VideoSampleSource({
    codec,
    bitrate: QUALITY_HIGH,
    latencyMode: 'quality',
    keyFrameInterval: keyFrameEveryS,
  })
  const writable = new WritableStream<StreamTargetChunk>({
    async write({ data, position }) {
      for (let from = 0; from < data.byteLength; from += mostWrittenBytes)
        await write(data.subarray(from, from + mostWrittenBytes), position + from)
    },
  })
  const output = new Output({
    // The index goes to the end of an MP4, so that nothing of the video is kept in memory.
    format: format === 'mp4' ? new Mp4OutputFormat({ fastStart: false }) : new WebMOutputFormat(),
    target: new StreamTarget(writable, { chunked: true, chunkSize: mostWrittenBytes }),
  })
  output.addVideoTrack(source)
  output.setMetadataTags({ title, ...(startedAt === null ? {} : { date: new Date(startedAt) }) })
  await output.start()
  return {
    async add(picture, at, ms) {
      const sample = new VideoSample(picture, { timestamp: at / 1000, duration: ms / 1000 })
      picture.close?.()
      try {
        await source.add(sample)
      } finally {
        sample.close()
      }
    },
    end: () => output.finalize(),
  }
}
