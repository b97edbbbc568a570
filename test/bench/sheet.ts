import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { idOf } from './peer/play'
import { startPeer } from './peer/start'
import { runCommand } from './run-command'
import type { Suite, SuiteContext } from './suite'

const id = 'work.sheet-200'
const phones = 200
const columns = 12

/** A row for each phone; its cells name the sheet, so that one preview tells from another. */
const sheetOf = (name: string) =>
  [
    ['public_id', ...Array.from({ length: columns - 1 }, (_, at) => `column_${at}`)],
    ...Array.from({ length: phones }, (_, phone) => [
      idOf(phone),
      ...Array.from({ length: columns - 1 }, (_, at) => `${name} ${phone} ${at}`),
    ]),
  ]
    .map((row) => row.join(';'))
    .join('\r\n')

/** Times a sheet from the choice of its file to the frame that shows every row. */
export const sheetSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { repetitions, settleMs } = context.effort
    const peer = await startPeer(await context.pictures(750), { phones })
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
    const taken: number[] = []
    try {
      const app = await openOurs(context, peer)
      const { page } = app
      try {
        await peer.play({ listed: true })
        await page.waitForFunction(() => document.querySelectorAll('[data-device]').length > 10)
        await delay(5 * settleMs)
        await runCommand(page, 'fleet.sheet')
        for (let repetition = 0; repetition < 2 * repetitions; repetition += 1) {
          const name = `sheet ${repetition}`
          const path = join(folder, `${repetition}.csv`)
          await writeFile(path, sheetOf(name))
          const shown = page.evaluate(
            async ({ last, count }) => {
              let begun = 0
              addEventListener('change', () => (begun = performance.now()), { capture: true, once: true })
              for (const endsAt = performance.now() + 30_000; performance.now() < endsAt;) {
                await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve, 0)))
                const rows = document.querySelectorAll('[data-sheet-row]')
                if (begun > 0 && rows.length === count && rows[count - 1]?.textContent.includes(last))
                  return performance.now() - begun
              }
              throw new Error('the sheet was not shown within 30 s')
            },
            { last: `${name} ${phones - 1} 0`, count: phones },
          )
          await page.locator('[role=dialog] input[type=file]').first().setInputFiles(path)
          taken.push(await shown)
          await delay(settleMs / 4)
        }
      } finally {
        await app.close()
      }
    } finally {
      await peer.close()
      await rm(folder, { recursive: true, force: true, maxRetries: 5 })
    }
    return [figureOf(id, 'ms', taken)]
  },
}
