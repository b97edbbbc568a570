import type { Size } from '../../src-shared/protocol/device'
import wasm from './assembly/index.ts?assembly'

/** The n of a decode at n/8 of the JPEG's size. */
export type Eighths = 1 | 2 | 4 | 8

/**
 * `rgba`: four bytes a pixel. `i420`: a plane of Y, then Cb and Cr at half the width and height (rounded up), BT.601 in
 * full range, as in JFIF.
 */
export type JpegFormat = 'rgba' | 'i420'

export interface JpegDecoder {
  /**
   * Decodes a JPEG at n/8 of its size, and scales the result to exactly `size`, in pixels. Returns a view of the
   * picture's bytes, valid until the next call. Returns null for frames and sizes that README.md leaves to the browser.
   * Throws an Error when the bytes are damaged.
   */
  decode(
    jpeg: Uint8Array,
    eighths: Eighths,
    size: Size,
    format: JpegFormat,
  ): Uint8ClampedArray<ArrayBuffer> | null
}

/** The exports of assembly/index.ts; addresses and lengths in bytes. */
interface Module {
  memory: WebAssembly.Memory
  /** Returns the address for the JPEG. */
  reserve(bytes: number): number
  /** Returns one of `outcomes`, or 2 for damaged bytes. */
  decode(length: number, eighths: number, width: number, height: number, planar: boolean): number
  /** Returns the address of the picture. */
  pixels(): number
}

const outcomes = { done: 0, foreign: 1 }

function bytesOf({ width, height }: Size, format: JpegFormat): number {
  if (format === 'rgba') return width * height * 4
  return width * height + 2 * Math.ceil(width / 2) * Math.ceil(height / 2)
}

/** Compiles the decoder. Rejects where there is no WebAssembly with SIMD. */
export async function createJpegDecoder(): Promise<JpegDecoder> {
  const bytes = Uint8Array.from(atob(wasm), (character) => character.charCodeAt(0))
  const { instance } = await WebAssembly.instantiate(bytes)
  const { memory, reserve, decode, pixels } = instance.exports as unknown as Module
  return {
    decode(jpeg, eighths, size, format) {
      const address = reserve(jpeg.length)
      // Read now: the buffer changes when the memory grows.
      new Uint8Array(memory.buffer).set(jpeg, address)
      const outcome = decode(jpeg.length, eighths, size.width, size.height, format === 'i420')
      if (outcome === outcomes.foreign) return null
      // Damage that the decoder does not detect traps, which throws too.
      if (outcome !== outcomes.done) throw new Error('The JPEG is damaged.')
      return new Uint8ClampedArray(memory.buffer, pixels(), bytesOf(size, format))
    },
  }
}

/** Resolves to the decoder, or null where there is no WebAssembly with SIMD. */
export const ownDecoder = (): Promise<JpegDecoder | null> => createJpegDecoder().catch(() => null)
