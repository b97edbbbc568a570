import { readFour, readTwo } from './memory'

/** Whether a segment says that the picture is to be turned (Exif 2.3, 4.6.4). */
export function isTurned(at: usize, end: usize): bool {
  const orientation = orientationOf(at, end)
  return orientation > 1 && orientation < 9
}

/** 1 where it is not said. */
function orientationOf(at: usize, end: usize): i32 {
  const isExif = at + 14 <= end && readFour(at) == 0x45786966 && readTwo(at + 4) == 0
  if (!isExif) return 1
  const tiff = at + 6
  const isLowFirst = readTwo(tiff) == 0x4949
  const offset = <usize>(<u32>four(tiff + 4, isLowFirst))
  if (offset > 0xffff || tiff + offset + 2 > end) return 1
  const directory = tiff + offset
  const count = two(directory, isLowFirst)
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > end) return 1
    if (two(entry, isLowFirst) == 0x0112) return two(entry + 8, isLowFirst)
  }
  return 1
}

/** A number of two bytes. @param isLowFirst whether the lower one comes first */
function two(at: usize, isLowFirst: bool): i32 {
  return isLowFirst ? <i32>load<u16>(at) : readTwo(at)
}

function four(at: usize, isLowFirst: bool): i32 {
  return isLowFirst ? load<i32>(at) : readFour(at)
}
