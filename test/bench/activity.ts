import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { ActivityEntry } from '../../src-shared/features/activity'

const dayMs = 86_400_000

/** Writes an activity log of uploads, of which every fiftieth failed, over the last days. */
export async function writeActivity(
  folder: string,
  { entries, days, phones }: { entries: number; days: number; phones: number },
): Promise<void> {
  await mkdir(folder, { recursive: true })
  for (let day = 0; day < days; day += 1) {
    const at = Date.now() - day * dayMs
    const lines = Array.from({ length: entries / days }, (_, number): ActivityEntry => ({
      at: at + number,
      fleet: 'Lab',
      publicId: `dev_${number % phones}`,
      phone: `Phone ${number % phones}`,
      what: 'upload',
      outcome: number % 50 === 0 ? 'failed' : 'done',
      about: `file ${number}.jpg`,
      fault: null,
    }))
    const text = lines.map((line) => `${JSON.stringify(line)}\n`).join('')
    await writeFile(join(folder, `${new Date(at).toISOString().slice(0, 10)}.jsonl`), text)
  }
}
