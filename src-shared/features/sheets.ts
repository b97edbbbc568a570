import { z } from 'zod'

const name = z.string().trim().min(1).max(100)

export const calls = {
  /** Lists the sheets that are kept with the open fleet, the one that was used last first. */
  'sheets.list': z.strictObject({}),
  /** Keeps a sheet with the open fleet, in place of one of its name. */
  'sheets.keep': z.strictObject({ name, base64: z.base64().max(7 * 1024 * 1024) }),
  /** Returns a kept sheet as it came. */
  'sheets.read': z.strictObject({ name }),
  'sheets.remove': z.strictObject({ name }),
  /** Saves a kept sheet as it came in the folder of downloads. */
  'sheets.export': z.strictObject({ name }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'sheets.list': { names: string[] }
  'sheets.read': { base64: string }
  'sheets.export': { path: string }
}

/** All that crosses the bridge about sheets: tables with a row for each phone. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: object
  event: never
  results: Results
}
