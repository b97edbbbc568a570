import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The secret of the API key of every run. A run fails when it turns up where it must not be. */
export const canarySecret = 'c4n4rys3cr3tn3v3rt0b3s33n'
export const canaryKey = `fw_live_canary_${canarySecret}`

// The encodings to look for: UTF-8, UTF-16, and base64 at each of its three alignments.
const base64At = (lead: number) =>
  Buffer.from(`${'x'.repeat(lead)}${canarySecret}`)
    .toString('base64')
    .slice(lead === 0 ? 0 : 4, -4)
const needles = [
  Buffer.from(canarySecret),
  Buffer.from(canarySecret, 'utf16le'),
  ...[0, 1, 2].map((lead) => Buffer.from(base64At(lead))),
]

/** Tells whether the bytes hold the key's secret. */
export function holdsCanary(bytes: Uint8Array): boolean {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  return needles.some((needle) => buffer.includes(needle))
}

/** Lists the files under a folder that hold the secret in their content or name. */
export async function filesWithCanary(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const found: string[] = []
  for (const entry of entries) {
    const inName = holdsCanary(Buffer.from(entry.name))
    const inContent = entry.isFile() && holdsCanary(await readFile(join(entry.parentPath, entry.name)))
    if (inName || inContent) found.push(entry.name)
  }
  return found
}
