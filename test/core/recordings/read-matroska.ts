/** What a Matroska file with one track of JPEGs holds; of a cut one, what is whole. */
export interface MatroskaFile {
  width: number
  height: number
  title: string
  /** In ms; null where the file was not finished. */
  duration: number | null
  frames: { at: number; jpeg: Buffer }[]
  /** Time in ms and place in the file of each entry of the index. */
  cues: { at: number; place: number }[]
  clusterPlaces: number[]
  /** Whether the segment says where it ends. */
  isFinished: boolean
}

interface Element {
  id: number
  start: number
  end: number
  isCut: boolean
}

const containers = new Set([
  0x18538067, 0x1549a966, 0x1654ae6b, 0xae, 0xe0, 0x1f43b675, 0x1c53bb6b, 0xbb, 0xb7, 0x114d9b74, 0x4dbb,
])

function lengthOf(first: number): number {
  return Math.clz32(first) - 23
}

function readElement(file: Buffer, at: number, limit: number): Element | null {
  const idLength = lengthOf(file[at] ?? 0)
  if (idLength > 4 || at + idLength >= limit) return null
  const id = file.readUIntBE(at, idLength)
  const sizeAt = at + idLength
  const sizeLength = lengthOf(file[sizeAt] ?? 0)
  if (sizeLength > 8 || sizeAt + sizeLength > limit) return null
  let size = BigInt(file[sizeAt] ?? 0) & BigInt((1 << (8 - sizeLength)) - 1)
  for (let each = 1; each < sizeLength; each += 1) size = size * 256n + BigInt(file[sizeAt + each] ?? 0)
  const start = sizeAt + sizeLength
  const isUnknown = size === (1n << BigInt(7 * sizeLength)) - 1n
  const end = isUnknown ? limit : start + Number(size)
  return { id, start, end: Math.min(end, limit), isCut: isUnknown || end > limit }
}

/** Reads a Matroska file, or the beginning of one. */
export function readMatroska(file: Buffer): MatroskaFile {
  const read: MatroskaFile = {
    width: 0,
    height: 0,
    title: '',
    duration: null,
    frames: [],
    cues: [],
    clusterPlaces: [],
    isFinished: false,
  }
  let clusterAt = 0
  let contentAt = 0
  let cueAt = 0
  const walk = (from: number, to: number) => {
    for (let at = from; at < to;) {
      const found = readElement(file, at, to)
      if (!found) return
      const { id, start, end, isCut } = found
      const number = () => Number(file.subarray(start, end).readBigUInt64BE())
      if (id === 0x18538067) {
        contentAt = start
        read.isFinished = !isCut
      }
      if (id === 0x1f43b675) read.clusterPlaces.push(at)
      if (containers.has(id)) walk(start, end)
      else if (!isCut) {
        if (id === 0xb0) read.width = number()
        if (id === 0xba) read.height = number()
        if (id === 0x7ba9) read.title = file.toString('utf8', start, end)
        if (id === 0x4489) read.duration = file.readDoubleBE(start)
        if (id === 0xe7) clusterAt = number()
        if (id === 0xb3) cueAt = number()
        if (id === 0xf1) read.cues.push({ at: cueAt, place: contentAt + number() })
        if (id === 0xa3)
          read.frames.push({
            at: clusterAt + file.readInt16BE(start + 1),
            jpeg: file.subarray(start + 4, end),
          })
      }
      at = end
    }
  }
  walk(0, file.byteLength)
  return read
}
