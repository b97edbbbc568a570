import type { Size } from '../../src-shared/protocol/device'
import wasm from './assembly/index.ts?assembly'

/** A JPEG is decoded at n/8 of its size. */
export type Eighths = 1 | 2 | 4 | 8

/**
 * `rgba`: four bytes a pixel. `i420`: a plane of Y, then one of Cb and one of Cr with half the width and height (rounded up),
 * BT.601 in full range, as JFIF has it.
 */
export type JpegFormat = 'rgba' | 'i420'

export interface JpegDecoder {
  /**
   * Decodes a JPEG at n/8 of its size, and resamples that to exactly the size that is asked for.
   * @param size in pixels
   * @returns the picture's bytes, a view that holds until the next call; null where the frame is not for this decoder
   * (progressive, grey, another colour space or profile, tables left out), or the size is less than half of what n/8 yields:
   * the browser's own takes it
   * @throws Error when the bytes are damaged
   */
  decode(
    jpeg: Uint8Array,
    eighths: Eighths,
    size: Size,
    format: JpegFormat,
  ): Uint8ClampedArray<ArrayBuffer> | null
}

/** What assembly/index.ts exports: addresses and lengths in bytes. */
interface Module {
  memory: WebAssembly.Memory
  /** @returns where the JPEG is put */
  reserve(bytes: number): number
  /** @returns an outcome */
  decode(length: number, eighths: number, width: number, height: number, planar: boolean): number
  /** @returns where the picture is */
  pixels(): number
}

const outcomes = { done: 0, foreign: 1 }

function bytesOf({ width, height }: Size, format: JpegFormat): number {
  if (format === 'rgba') return width * height * 4
  return width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2)
}

/** @throws Error where there is no WebAssembly with SIMD */
export async function createJpegDecoder(): Promise<JpegDecoder> {
  const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0))
  const { instance } = await WebAssembly.instantiate(bytes)
  const { memory, reserve, decode, pixels } = instance.exports as unknown as Module
  return {
    decode(jpeg, eighths, size, format) {
      const address = reserve(jpeg.length)
      // The memory's buffer is another one once it has grown.
      new Uint8Array(memory.buffer).set(jpeg, address)
      const outcome = decode(jpeg.length, eighths, size.width, size.height, format === 'i420')
      if (outcome === outcomes.foreign) return null
      // Damage that the decoder does not see itself is a trap, which throws too.
      if (outcome !== outcomes.done) throw new Error('The JPEG is damaged.')
      return new Uint8ClampedArray(memory.buffer, pixels(), bytesOf(size, format))
    },
  }
}

/** The decoder, or null where there is no WebAssembly with SIMD. */
export const ownDecoder = (): Promise<JpegDecoder | null> => createJpegDecoder().catch(() => null)
