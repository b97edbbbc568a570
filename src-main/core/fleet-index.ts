import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname } from 'node:path'
import { z } from 'zod'

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

  const replace = async (index: FleetIndex) => {
    await mkdir(dirname(path), { recursive: true })
    await writeFile(`${path}.new`, `${JSON.stringify(index, null, 2)}\n`, { mode: 0o600 })
    await rename(`${path}.new`, path)
  }

  return {
    async read() {
      let text: string
      try {
        text = await readFile(path, 'utf8')
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return empty
        // It is there: what is written next must not take its place.
        await rename(path, `${path}.unreadable`)
        return empty
      }
      try {
        return indexSchema.parse(JSON.parse(text))
      } catch {
        await rename(path, `${path}.unreadable`)
        return empty
      }
    },
    write(index) {
      lastWrite = lastWrite.catch(() => undefined).then(() => replace(index))
      return lastWrite
    },
  }
}
