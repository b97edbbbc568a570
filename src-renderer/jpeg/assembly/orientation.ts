import { readFour, readTwo } from './memory'

/** How a segment says that the picture is to be turned (Exif 2.3, 4.6.4): 1 is not at all, and what a segment without Exif says. */
export function orientationOf(at: usize, end: usize): i32 {
  const isExif = at + 14 <= end && readFour(at) == 0x45786966 && readTwo(at + 4) == 0
  if (!isExif) return 1
  const tiff = at + 6
  const isTurned = readTwo(tiff) == 0x4949
  const offset = <usize>(<u32>four(tiff + 4, isTurned))
  if (offset > 0xffff || tiff + offset + 2 > end) return 1
  const directory = tiff + offset
  const count = two(directory, isTurned)
  for (let i = 0; i < count; i += 1) {
    const entry = directory + 2 + i * 12
    if (entry + 12 > end) return 1
    if (two(entry, isTurned) == 0x0112) return two(entry + 8, isTurned)
  }
  return 1
}

/** A number of two bytes. @param isTurned the lower one comes first */
function two(at: usize, isTurned: bool): i32 {
  return isTurned ? <i32>load<u16>(at) : readTwo(at)
}

function four(at: usize, isTurned: bool): i32 {
  return isTurned ? load<i32>(at) : readFour(at)
}
