// Leaves room for what other programs add to a name; Linux takes 255.
const mostBytes = 200
const mostPlainBytes = 80
// Characters that some file systems refuse, or that hide what stands in a name.
const unwelcome = /[\\/:*?"<>|\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\u200B\u2060\uFEFF]/gu
const edges = /^[\s.]+|[\s.]+$/g
// Windows opens a device for these, with any extension.
const device = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[0-9¹²³])(?=\s*(\.|$))/i
/** Whether a part of a path is a device of Windows. */
export const isDeviceName = (part: string): boolean => device.test(part)
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

const two = (value: number) => String(value).padStart(2, '0')
/** Writes the local day: `2026-03-01`. */
export const dayOf = (at: Date) => [at.getFullYear(), two(at.getMonth() + 1), two(at.getDate())].join('-')
/** Writes the local time without characters that Windows refuses: `14.05.09`. */
export const timeOf = (at: Date) => [at.getHours(), at.getMinutes(), at.getSeconds()].map(two).join('.')
const fitting = (text: string, bytes: number): string => {
  let [fitted, left] = ['', bytes]
  for (const { segment } of segmenter.segment(text)) {
    left -= Buffer.byteLength(segment)
    if (left < 0) break
    fitted += segment
  }
  return fitted
}

/**
 * Makes a text into one part of a path that Windows, macOS and Linux take, of at most 200 bytes of UTF-8.
 * @param tail what follows the text, such as ` (2).jpg`; it is never cut
 * @returns empty when nothing of the text is left
 */
export function safePart(text: string, tail = ''): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(unwelcome, ' ')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(edges, '')
    .replace(device, '$1_')
  const cut = fitting(plain, mostBytes - Buffer.byteLength(tail)).replaceAll(edges, '')
  return cut === '' ? '' : cut + tail
}

/**
 * Makes one part of a path of any text, with letters, digits and `._-` alone, as in a report's folders. At most 80 bytes
 * of UTF-8, and never empty.
 */
export function plainPart(text: string): string {
  const plain = text
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, '-')
    .replaceAll(edges, '')
  const cut = fitting(plain, mostPlainBytes).replaceAll(edges, '')
  return cut === '' || isDeviceName(cut) ? `_${cut}` : cut
}
