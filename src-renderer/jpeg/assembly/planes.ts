import { components, height, mostAcross, mostDown, width } from './frame'
import { aligned, reach } from './memory'

/** Rows that stay from the MCUs before: those that a row of the picture lies between when the colours below it were not there yet. */
export const kept: i32 = 2

/** What is decoded of one component and not yet part of the picture: a row of MCUs, and the last rows before them. */
export class Plane {
  /** Where its rows stand. */
  memory: usize = 0
  /** From one row to the next, in bytes. */
  stride: i32 = 0
  /** Each block becomes n by n pixels. */
  n: i32 = 0
  /** Of the whole component, in pixels of its own and their fractions. */
  width: f64 = 0
  height: f64 = 0
  /** Rows of it that belong to a row of MCUs. */
  perMcu: i32 = 0
  /** The last of its rows that is decoded. */
  last: i32 = -1

  /** Where a row stands, which must not be older than those that are kept. */
  row(row: i32): usize {
    return this.memory + <usize>(row - this.last + kept + this.perMcu - 1) * this.stride
  }

  /** Its next row of MCUs is about to be decoded. */
  advance(): void {
    memory.copy(this.memory, this.memory + <usize>this.perMcu * this.stride, kept * this.stride)
    this.last += this.perMcu
  }
}

export const planes: StaticArray<Plane> = [new Plane(), new Plane(), new Plane()]

/**
 * Lays the planes of a frame out.
 * @param eighths the scale; components that have fewer blocks than others make up for it by a larger one
 * @param planar whether the colours are to have half the size of the lightness: then those that have more blocks get a smaller one
 * @param columns MCUs across
 * @returns the address behind them
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
