import { readHeaders, scanStart } from './frame'
import { aligned, reach } from './memory'
import { damaged, done, foreign } from './outcome'
import { beginPicture, canPaint, paintRows, pixels as address } from './picture'
import { layOut, planes } from './planes'
import { beginScan, columns, decodeRow, layBlocks, rows } from './scan'

/*
 * The decoder's door: decodes baseline JPEG (ITU T.81) in Y, Cb and Cr to a picture of any size. It is faster than a general
 * decoder because it skips unwanted coefficients, fills flat MCUs, and scales rows while they are in the processor's cache.
 */

/** The start of the memory that each frame reuses. */
const start: usize = aligned(heap.alloc(64))

/** Makes room for a JPEG. Returns the address to copy it to. */
export function reserve(bytes: i32): usize {
  reach(start + bytes)
  return start
}

/** Returns the address of the last picture. */
export function pixels(): usize {
  return address
}

/**
 * Decodes the JPEG at `reserve`'s address. Returns 0: done; 1: left to another decoder; 2: damaged.
 * @param bytes the JPEG's length
 * @param eighths 1, 2, 4 or 8: the scale of the decode, before scaling to the picture's size
 * @param width of the picture, in pixels, as `height`: at least half of the decoded size
 * @param planar makes I420 (Y, then Cb and Cr at half the size) instead of RGBA
 */
export function decode(bytes: i32, eighths: i32, width: i32, height: i32, planar: bool): i32 {
  const end = start + bytes
  const outcome = readHeaders(start, end)
  if (outcome != done) return outcome
  const free = beginScan(scanStart, end, aligned(end))
  if (free == 0) return damaged
  const after = layOut(eighths, columns, planar, free)
  if (!canPaint(width, height, planar)) return foreign
  beginPicture(width, height, planar, after)
  layBlocks()
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < 3; i += 1) planes[i].advance()
    if (!decodeRow()) return damaged
    paintRows()
  }
  return done
}
