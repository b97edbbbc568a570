import { components, height, mostAcross, mostDown, width } from './frame'
import { aligned, reach } from './memory'

/** Rows that stay from the MCUs before: a row of the picture may still need them when later colours are decoded. */
export const kept: i32 = 2

/** The decoded part of one component: a row of MCUs, and the `kept` rows before it. */
export class Plane {
  /** The address of the rows. */
  memory: usize = 0
  /** The distance of two rows, in bytes. */
  stride: i32 = 0
  /** Each block becomes n by n pixels. */
  n: i32 = 0
  /** The size of the whole component, in its own pixels and their fractions. */
  width: f64 = 0
  height: f64 = 0
  /** Rows of a row of MCUs. */
  perMcu: i32 = 0
  /** The last decoded row. */
  last: i32 = -1

  /** Returns the address of a row, no older than the kept ones. */
  row(row: i32): usize {
    return this.memory + <usize>(row - this.last + kept + this.perMcu - 1) * this.stride
  }

  /** Makes room for the next row of MCUs. */
  advance(): void {
    memory.copy(this.memory, this.memory + <usize>this.perMcu * this.stride, kept * this.stride)
    this.last += this.perMcu
  }
}

export const planes: StaticArray<Plane> = [new Plane(), new Plane(), new Plane()]

/**
 * Lays out the planes of a frame. Returns the address after them.
 * @param eighths the scale; subsampled components are decoded at twice the scale instead of being enlarged
 * @param planar decodes full-size colours at half the scale instead of reducing them
 * @param columns MCUs across
 */
export function layOut(eighths: i32, columns: i32, planar: bool, start: usize): usize {
  let at = start
  for (let i = 0; i < 3; i += 1) {
    const component = components[i]
    const plane = planes[i]
    const isFull = component.across == mostAcross && component.down == mostDown
    const isHalf = component.across * 2 == mostAcross && component.down * 2 == mostDown
    if (planar) plane.n = i > 0 && isFull && eighths > 1 ? eighths / 2 : eighths
    else plane.n = isHalf && eighths < 8 ? eighths * 2 : eighths
    plane.width = <f64>(width * component.across * plane.n) / <f64>(mostAcross * 8)
    plane.height = <f64>(height * component.down * plane.n) / <f64>(mostDown * 8)
    plane.perMcu = component.down * plane.n
    plane.stride = <i32>aligned(columns * component.across * plane.n + 16)
    plane.last = -1
    plane.memory = at
    at = aligned(at + <usize>(kept + plane.perMcu) * plane.stride)
  }
  reach(at)
  return at
}
