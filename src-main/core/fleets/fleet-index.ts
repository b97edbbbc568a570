import { z } from 'zod'
import { readJsonFile, replaceJsonFile } from '../base/json-file'

const savedFleetSchema = z.object({
  id: z.string(),
  name: z.string(),
  baseUrl: z.string(),
  wsBaseUrl: z.string(),
})
const indexSchema = z.object({ fleets: z.array(savedFleetSchema), activeId: z.string().nullable() })

/** A fleet that the user added. The keychain holds its key under its id. */
export type SavedFleet = z.infer<typeof savedFleetSchema>
export type FleetIndex = z.infer<typeof indexSchema>

/** The file of the added fleets and the last open one. It holds no secret. */
export interface FleetIndexFile {
  /** Returns an empty index when the file is missing or unreadable; an unreadable one is set aside. */
  read(): Promise<FleetIndex>
  /** Replaces the file atomically. */
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
