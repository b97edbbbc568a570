/** One marker segment of a JPEG (ITU T.81, B.1.1.4): the bytes after its length. */
export interface Segment {
  readonly marker: number
  readonly body: readonly number[]
}

export const APP1 = 0xe1
export const APP2 = 0xe2
export const SOF = 0xc0
export const DHT = 0xc4
export const SOS = 0xda
export const DQT = 0xdb
export const DRI = 0xdd

const word = (value: number) => [(value >> 8) & 0xff, value & 0xff]
const long = (value: number) => [...word(value >>> 16), ...word(value)]
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
const padded = (bytes: readonly number[], length: number) => [
  ...bytes,
  ...Array<number>(length - bytes.length).fill(0),
]

/** A JPEG's segments up to its scan's header, and its scan's data with the end marker. */
export function takeApart(jpeg: Uint8Array): { segments: Segment[]; data: number[] } {
  const segments: Segment[] = []
  let at = 2
  for (;;) {
    const [, marker = 0, high = 0, low = 0] = jpeg.subarray(at)
    const end = at + 2 + high * 256 + low
    segments.push({ marker, body: [...jpeg.subarray(at + 4, end)] })
    at = end
    if (marker === SOS) return { segments, data: [...jpeg.subarray(at)] }
  }
}

const segmentBytes = ({ marker, body }: Segment) => [0xff, marker, ...word(body.length + 2), ...body]

export function putTogether(segments: readonly Segment[], data: readonly number[]): Uint8Array {
  return Uint8Array.from([0xff, 0xd8, ...segments.flatMap(segmentBytes), ...data])
}

/** The JPEG with other bodies of the segments with a marker; null leaves one out. */
export function changed(
  jpeg: Uint8Array,
  marker: number,
  change: (body: number[]) => readonly number[] | null,
): Uint8Array {
  const { segments, data } = takeApart(jpeg)
  const others = segments.flatMap((segment) => {
    if (segment.marker !== marker) return [segment]
    const body = change([...segment.body])
    return body === null ? [] : [{ marker, body }]
  })
  return putTogether(others, data)
}

/** The JPEG with one byte of a segment's body replaced. */
export function patched(jpeg: Uint8Array, marker: number, index: number, value: number): Uint8Array {
  return changed(jpeg, marker, (body) => body.with(index, value))
}

/** The JPEG with segments after its first one, which names the format. */
export function withSegments(jpeg: Uint8Array, ...added: Segment[]): Uint8Array {
  const { segments, data } = takeApart(jpeg)
  return putTogether([...segments.slice(0, 1), ...added, ...segments.slice(1)], data)
}

/** Where a JPEG's segments begin, its scan's data, and their end: all but the first are places at which it lacks something. */
export function boundaries(jpeg: Uint8Array): number[] {
  const { segments } = takeApart(jpeg)
  const ends = [2]
  for (const { body } of segments) ends.push((ends.at(-1) ?? 0) + 4 + body.length)
  return ends
}

/** Where the restart markers stand in a scan's data. */
export function restartsIn(data: readonly number[]): number[] {
  return data.flatMap((byte, at) => (byte === 0xff && ((data[at + 1] ?? 0) & 0xf8) === 0xd0 ? [at] : []))
}

/** An Exif segment (2.3, 4.6.4) that says how the picture is to be turned. */
export function turning(orientation: number): Segment {
  const tiff = [...letters('MM'), ...word(42), ...long(8)]
  const entry = [...word(0x0112), ...word(3), ...long(1), ...word(orientation), 0, 0]
  return { marker: APP1, body: [...letters('Exif'), 0, 0, ...tiff, ...word(1), ...entry, ...long(0)] }
}

/** The primaries of two colour spaces, as profiles have them. */
export const primaries = {
  srgb: [0.4361, 0.2225, 0.0139, 0.3851, 0.7169, 0.0971, 0.1431, 0.0606, 0.7141],
  displayP3: [0.5151, 0.2412, -0.0011, 0.292, 0.6922, 0.0419, 0.1571, 0.0666, 0.7841],
} as const

const fixed = (value: number) => long(Math.round(value * 65536))

/** A curve of numbers (ICC.1:2010, 10.15): of function 0, 3 or 4, by how many there are. sRGB's is of 3 or 4. */
export function numbersCurve(...numbers: number[]): number[] {
  return [
    ...letters('para'),
    ...long(0),
    ...word({ 5: 3, 7: 4 }[numbers.length] ?? 0),
    0,
    0,
    ...numbers.flatMap(fixed),
  ]
}

/** A curve of points (10.5), as many as are said. */
export function pointsCurve(count: number, of: (share: number) => number): number[] {
  const points = Array.from({ length: count }, (_, at) => Math.round(65535 * of(at / (count - 1))))
  return [...letters('curv'), ...long(0), ...long(count), ...points.flatMap(word)]
}

/** The numbers of sRGB's. */
export const srgbNumbers = [2.4, 1 / 1.055, 0.055 / 1.055, 1 / 12.92, 0.04045] as const
export const srgbCurve = numbersCurve(...srgbNumbers)

/** A colour profile in one segment: a matrix of primaries, and the curve that all three have. */
export function profile(matrix: readonly number[], curve: readonly number[] = srgbCurve): Segment {
  const colours = ['rXYZ', 'gXYZ', 'bXYZ']
  const curves = ['rTRC', 'gTRC', 'bTRC']
  const tableEnd = 128 + 4 + 12 * 6
  const curveAt = tableEnd + 3 * 20
  const tags = [
    ...colours.map((name, i) => [...letters(name), ...long(tableEnd + i * 20), ...long(20)]),
    ...curves.map((name) => [...letters(name), ...long(curveAt), ...long(curve.length)]),
  ]
  const values = [0, 3, 6].map((from) => [
    ...letters('XYZ '),
    ...long(0),
    ...matrix.slice(from, from + 3).flatMap(fixed),
  ])
  const size = curveAt + curve.length
  const header = [...long(size), ...letters('none'), ...long(0x02100000), ...letters(`mntrRGB XYZ `)]
  const signed = [...padded(header, 36), ...letters('acsp')]
  const bytes = [...padded(signed, 128), ...long(6), ...tags.flat(), ...values.flat(), ...curve]
  return { marker: APP2, body: [...letters('ICC_PROFILE'), 0, 1, 1, ...bytes] }
}
