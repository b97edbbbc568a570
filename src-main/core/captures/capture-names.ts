import { dayOf, safePart, timeOf } from '../disk/file-name'

/** What a capture shows, for its name. */
export interface CaptureSubject {
  fleet: string
  phone: string
  publicId: string
  at: Date
}

const lastResort = 'Phone'

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
