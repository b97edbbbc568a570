import { z } from 'zod'
import { readJsonFile, replaceJsonFile } from '../base/json-file'

const savedFleetSchema = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  wsBaseUrl: z.string(),
})
const indexSchema = z.object({ fleets: z.array(savedFleetSchema), activeId: z.string().nullable() })

/** A fleet that the user added. Its key is in the keychain, under its id. */
export type SavedFleet = z.infer<typeof savedFleetSchema>
export type FleetIndex = z.infer<typeof indexSchema>

/** The fleets that were added and the one that was open last, in one file without a secret in it. */
export interface FleetIndexFile {
  /** An index that was never written is empty; one that cannot be read is kept aside, and empty. */
  read(): Promise<FleetIndex>
  /** All or nothing: a crash leaves the old file or the new one. */
  write(index: FleetIndex): Promise<void>
}

export function createFleetIndexFile(path: string): FleetIndexFile {
  const empty: FleetIndex = { fleets: [], activeId: null }
  let lastWrite: Promise<void> = Promise.resolve()

  return {
    read: async () => (await readJsonFile(path, (content) => indexSchema.parse(content))) ?? empty,
    write(index) {
      lastWrite = lastWrite.catch(() => undefined).then(() => replaceJsonFile(path, index))
      return lastWrite
    },
  }
}
