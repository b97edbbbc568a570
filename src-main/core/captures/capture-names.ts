import { dayOf, safePart, timeOf } from '../disk/file-name'

/** What a capture shows, for its name. */
export interface CaptureSubject {
  fleet: string
  phone: string
  publicId: string
  at: Date
}

const lastResort = 'Phone'

/** What the name of a capture says. */
export interface NamedCapture {
  /** As in the name, where some characters stand for others; empty where the pattern has none. */
  fleet: string
  phone: string
  /** As ` (2)`, of a name that was taken; or the end of the phone's. */
  number: string
  publicId: string
}

/**
 * Names a capture by a pattern such as `{fleet}/{date} {time} {phone}`, in local time; `{id}` is the public id. Slashes
 * divide folders; those in a name do not.
 * @param extension with its dot
 * @param number 2 and above when the name is taken
 * @returns a path below the captures' folder, with `/`
 */
export function captureName(
  pattern: string,
  { fleet, phone, publicId, at }: CaptureSubject,
  extension: string,
  number = 1,
): string {
  const values: Record<string, string> = { fleet, phone, id: publicId, date: dayOf(at), time: timeOf(at) }
  const filled = (part: string) => part.replaceAll(/\{(\w+)\}/g, (all, key: string) => values[key] ?? all)
  const parts = pattern.split(/[\\/]/)
  const folders = parts.slice(0, -1).map((part) => safePart(filled(part)))
  const tail = `${number === 1 ? '' : ` (${number})`}${extension}`
  const name = safePart(filled(parts.at(-1) ?? ''), tail) || safePart(lastResort, tail)
  return [...folders.filter((part) => part !== ''), name].join('/')
}

const anyTail = String.raw`(?<number> \(\d+\))?\.\w+$`
const forms: Readonly<Record<string, string>> = {
  date: String.raw`\d{4}-\d\d-\d\d`,
  time: String.raw`\d\d\.\d\d\.\d\d`,
  fleet: '[^/]+?',
  phone: '[^/]+?',
  id: '[^/]+?',
}
const gap = '[ .]*'
/** What `safePart` changes may be missing, or a space. */
const literal = (text: string) =>
  text
    .normalize('NFC')
    .replaceAll(/./gsu, (char) =>
      safePart(char) === char ? `\\u{${char.codePointAt(0)?.toString(16) ?? ''}}` : gap,
    )
    .replaceAll(/(?:\[ \.\]\*)+/g, gap)

/**
 * Returns what reads the names that `captureName` makes by this pattern.
 * @returns of a path below the captures' folder, with `/`; null for the name of another file
 */
export function readerOfNames(pattern: string): (name: string) => NamedCapture | null {
  const seen = new Set<string>()
  const formOf = (key: string) => {
    // A second one is the same, which keeps the search short.
    if (seen.has(key)) return `\\k<${key}>`
    seen.add(key)
    return `(?<${key}>${forms[key] ?? ''})`
  }
  const parts = pattern.split(/[\\/]/).map((part) =>
    part
      .split(/\{(date|time|fleet|phone|id)\}/)
      .map((piece, at) => (at % 2 === 0 ? literal(piece) : formOf(piece)))
      .join(''),
  )
  // A folder without a name is left out.
  const folders = parts.slice(0, -1).map((part) => (part === '' || part === gap ? '' : `${part}/`))
  const form = new RegExp(`^${folders.join('')}${parts.at(-1) ?? ''}${anyTail}`, 'u')
  return (name) => {
    const found = form.exec(name.normalize('NFC'))
    if (!found) return null
    const { fleet = '', phone = '', id = '', number = '' } = found.groups ?? {}
    return { fleet, phone, number, publicId: id }
  }
}

/** Names a contact sheet, without its ending. */
export const sheetName = (at: Date, fleet: string, phones: number) =>
  `${dayOf(at)} ${timeOf(at)} ${fleet} ×${phones}`

const sheetForm = new RegExp(String.raw`^${forms['date']} ${forms['time']} [^/]*×\d+${anyTail}`, 'u')

/** Returns whether a path below the captures' folder has a name of `sheetName`. */
export const isSheetName = (name: string) => sheetForm.test(name.normalize('NFC'))
