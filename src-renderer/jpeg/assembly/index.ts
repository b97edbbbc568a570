import { readHeaders, scanStart } from './frame'
import { aligned, reach } from './memory'
import { damaged, done, foreign } from './outcome'
import { beginPicture, canPaint, paintRows, pixels as address } from './picture'
import { layOut, planes } from './planes'
import { beginScan, columns, decodeRow, layBlocks, rows } from './scan'

/*
 * Decodes baseline JPEG (ITU T.81) as phones send it, in lightness and colours, to a picture of any size. What it is faster by than
 * decoders for everything: it makes no more of a block than is shown, and leaves the rest of its code unread; a picture has its size and
 * its colours while what it is made of is in the processor's cache; flat MCUs are filled.
 */

/** Where the memory that each frame is given anew begins. */
const start: usize = aligned(heap.alloc(64))

/** Makes room for a JPEG. @returns the address that it is to be put at */
export function reserve(bytes: i32): usize {
  reach(start + bytes)
  return start
}

/** Where the last picture stands. */
export function pixels(): usize {
  return address
}

/**
 * Decodes the JPEG that has been put where `reserve` said.
 * @param bytes its length
 * @param eighths 1, 2, 4 or 8: the scale at which it is decoded before it is brought to its size
 * @param width of the picture, in pixels; `height` likewise. Less than half of what is decoded is not made here, but of the height of colours where it is `planar`
 * @param planar for Y, Cb and Cr one after the other, the latter two at half the size (I420), not RGBA
 * @returns 0: done; 1: it is not of the kind that is decoded here; 2: it is damaged
 */
export function decode(bytes: i32, eighths: i32, width: i32, height: i32, planar: bool): i32 {
  const end = start + bytes
  const outcome = readHeaders(start, end)
  if (outcome != done) return outcome
  const free = beginScan(scanStart, end, aligned(end))
  if (free == 0) return damaged
  const behind = layOut(eighths, columns, planar, free)
  if (!canPaint(width, height, planar)) return foreign
  beginPicture(width, height, planar, behind)
  layBlocks()
  for (let row = 0; row < rows; row += 1) {
    for (let i = 0; i < 3; i += 1) planes[i].advance()
    if (!decodeRow()) return damaged
    paintRows()
  }
  return done
}
