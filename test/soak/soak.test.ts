import { randomBytes } from 'node:crypto'
import { readdirSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as rest } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { memoryOfTree } from '../bench/process-memory'
import { pidsOfTree } from '../bench/process-tree'
import { dropFiles } from '../e2e/harness/drop'
import type { RunningElectron } from '../e2e/harness/electron-shell'
import { inShell } from '../e2e/harness/shells'
import { useStage } from '../e2e/harness/use-stage'
import { freshFolder, type Wall } from '../e2e/harness/wall'
import { pick, seeded } from '../fuzz/mutate'
import { slopePerHour, type Sample } from './slope'

const { FLEETWALL_SOAK_HOURS: given, FLEETWALL_SOAK_ONLY: only } = process.env
const shortHours = 0.006
const hours = given === undefined ? shortHours : Number(given)
const hourMs = 3_600_000
const phones = 30
// Some 400 disturbances an hour are many more than a bad day has. What each leaves in the activity log, and makes V8 compile,
// is bounded, but at four times as many it hides a slope of 1 MB/h.
const restMs = given === undefined ? 0 : 7000
const recoverWithinMs = 90_000
// In two hours the page's ten-minute medians swing by 5 to 10 MB as Chromium keeps or returns pages, which hides 1 MB/h. What
// the objects take is judged in every run.
const slopeCountsFromHours = 8
const mostGrowthMbPerHour = 1
const warmShare = 1 / 8
// Of many samples a few hundred give the same slope.
const mostSamples = 400

/** What the program holds, which must come back to where it began. */
interface Held {
  files: number
  mainResources: number
  /** What the main process's own objects take after a collection, in MB. */
  mainHeapMb: number
  /** What its buffers take after it, in MB: those of frames and of packets. */
  mainBuffersMb: number
  /** What the page's own objects take after a collection, in MB. */
  pageHeapMb: number
  nodes: number
  listeners: number
}

// Only Linux shows the memory of processes.
describe.skipIf(process.platform !== 'linux')('A soak', () => {
  inShell('electron', `of ${hours} hours with ${phones} phones`, (shell) => {
    const stage = useStage(shell, { devices: phones })
    const electron = () => (stage().wall as Wall & RunningElectron).electron
    const pid = () => electron().process().pid ?? 0

    const held = async (): Promise<Held> => {
      const { wall } = stage()
      await wall.devtools.send('HeapProfiler.collectGarbage')
      const { nodes, jsEventListeners } = await wall.devtools.send('Memory.getDOMCounters')
      const { usedSize } = await wall.devtools.send('Runtime.getHeapUsage')
      return {
        files: readdirSync(`/proc/${pid()}/fd`).length,
        mainResources: await electron().evaluate(() => process.getActiveResourcesInfo().length),
        ...(await electron().evaluate(() => {
          process.getBuiltinModule('v8').setFlagsFromString('--expose-gc')
          process.getBuiltinModule('vm').runInNewContext('gc()')
          // Electron counts no `arrayBuffers`; what is external are its buffers.
          const { heapUsed, external } = process.memoryUsage()
          return { mainHeapMb: heapUsed / 1e6, mainBuffersMb: external / 1e6 }
        })),
        pageHeapMb: usedSize / 1e6,
        nodes,
        listeners: jsEventListeners,
      }
    }
    const allLive = async () => {
      const live = '[data-device][data-state=live]:has([data-screen][data-frame])'
      await stage().wall.page.waitForFunction(
        ([selector, count]) => document.querySelectorAll(String(selector)).length >= Number(count),
        [live, 6],
        { timeout: recoverWithinMs },
      )
      await expect
        .poll(async () => (await stage().simulator.sockets('stream')).length, { timeout: recoverWithinMs })
        .toBeGreaterThanOrEqual(6)
    }
    const switchTo = async (from: RegExp, to: RegExp) => {
      const { page } = stage().wall
      await page.getByRole('button', { name: from }).click()
      await page.getByRole('menuitemradio', { name: to }).click()
    }

    it(
      'holds no more at its end than at its beginning',
      async () => {
        const { wall, simulator } = stage()
        const folder = await freshFolder()
        const path = join(folder.path, 'soak.bin')
        await writeFile(path, randomBytes(2_000_000))
        const random = seeded(1)
        const phone = () => pick(random, simulator.phones)
        const streaming = async () => {
          await allLive()
          return pick(random, await simulator.sockets('stream')).public_id
        }
        const fault = (on: string, code: string) => simulator.admin('POST', '/faults', { on, code, times: 1 })
        const host = /^Fleet: 127\.0\.0\.1/

        const disturbances: Record<string, () => Promise<unknown>> = {
          'sockets close': async () => {
            for (const { public_id } of await simulator.sockets('stream')) {
              const how = pick(random, [
                { do: 'close', code: 1011 },
                { do: 'close', code: 4290 },
                { do: 'drop' },
              ])
              await simulator
                .admin('POST', '/sockets', { public_id, channel: 'stream', ...how })
                .catch((error: unknown) => {
                  // The wall may have closed it in the meantime.
                  if (!String(error).includes('404')) throw error
                })
            }
          },
          'answers fail': async () => {
            await fault('listDevices', pick(random, ['internal', 'rate_limited']))
            await fault('listAutomations', 'internal')
            await fault('getUsage', 'rate_limited')
            // Reads the list, which takes the faults: those of many rounds would pile up.
            await wall.page.keyboard.press('Escape')
            await wall.run('Refresh phones')
          },
          'the page reloads': () => wall.page.reload(),
          'another fleet opens': async () => {
            await switchTo(host, /^Simulated fleet/)
            await wall.page
              .locator('[data-device][data-state=live]')
              .nth(5)
              .waitFor({ timeout: recoverWithinMs })
            await switchTo(/^Fleet: Simulated/, /127\.0\.0\.1/)
          },
          'files are uploaded': async () => {
            const public_id = await streaming()
            await wall.screen(public_id).scrollIntoViewIfNeeded()
            await dropFiles(wall, wall.screen(public_id), [path])
            await wall.page.locator('[data-transfer=done]').first().waitFor({ timeout: recoverWithinMs })
            await wall.page
              .getByRole('button', { name: /^Clear/ })
              .first()
              .click()
          },
          'the computer sleeps': async () => {
            const tree = pidsOfTree(pid())
            for (const each of tree) process.kill(each, 'SIGSTOP')
            await new Promise((resolve) => setTimeout(resolve, 3000))
            for (const each of tree.toReversed()) process.kill(each, 'SIGCONT')
          },
          'phones go away': async () => {
            const away = phone()
            await simulator.admin('PUT', `/phones/${away}`, { reachable: false })
            await simulator.admin('PUT', `/phones/${away}`, { reachable: true })
          },
          'text is typed': async () => {
            const public_id = await streaming()
            // Without the keyboard on the phone the letters would be shortcuts.
            await wall.clickInto(public_id)
            await wall.page.keyboard.type('soak')
            await wall.page.keyboard.press('Shift+Escape')
          },
        }

        const names = Object.keys(disturbances)
        const memory = new Map<string, Sample[]>()
        const begun = performance.now()
        const elapsedHours = () => (performance.now() - begun) / hourMs
        const sample = async () => {
          // A page that is loaded anew leaves garbage, which Chromium collects when it runs short: 13 MB each time.
          await wall.devtools.send('HeapProfiler.collectGarbage')
          await wall.devtools.send('Memory.simulatePressureNotification', { level: 'critical' })
          const sums = new Map<string, number>()
          for (const { kind, residentMb } of memoryOfTree(pid()))
            sums.set(kind, (sums.get(kind) ?? 0) + residentMb)
          for (const [kind, value] of sums) {
            const samples = memory.get(kind) ?? []
            memory.set(kind, [...samples, { atHours: elapsedHours(), value }])
          }
        }

        await allLive()
        // Everything once, so that what is loaded on first use is there.
        const disturb = async (name: string) => {
          const run = disturbances[name]
          if (!run) throw new Error(`there is no '${name}', only ${names.join(', ')}`)
          try {
            await run()
            await allLive()
          } catch (error) {
            const shown = await wall.page.locator('body').innerText()
            throw new Error(`the wall did not recover after: ${name}. It shows:\n${shown}`, { cause: error })
          }
        }
        for (const name of names) await disturb(name)
        let before = await held()
        // Code is compiled as it becomes busy, for as long as an hour.
        let isWarm = false
        let rounds = 0
        const growthNow = () =>
          [...memory].map(([kind, samples]) => {
            const later = samples.filter(({ atHours }) => atHours >= elapsedHours() / 2)
            const every = Math.max(1, Math.floor(later.length / mostSamples))
            const thinned = later.filter((_, at) => at % every === 0)
            const [first, last] = [samples.at(0)?.value ?? 0, samples.at(-1)?.value ?? 0]
            return { kind, first, last, perHour: slopePerHour(thinned) }
          })
        try {
          while (elapsedHours() < hours || rounds < 2) {
            if (!isWarm && elapsedHours() >= hours * warmShare) {
              isWarm = true
              before = await held()
            }
            await disturb(only || pick(random, names))
            rounds += 1
            await sample()
            await rest(restMs)
          }
        } finally {
          // What a run has measured is worth knowing, also when it fails.
          process.stdout.write(
            [
              `soak: ${elapsedHours().toFixed(2)} hours, ${rounds} disturbances, seed 1`,
              ...growthNow().map(
                ({ kind, first, last, perHour }) =>
                  `  ${kind.padEnd(27)} ${first.toFixed(0)} to ${last.toFixed(0)} MB, ${perHour.toFixed(2)} MB/h over the last half`,
              ),
              '',
            ].join('\n'),
          )
        }
        const after = await held()
        process.stdout.write(`  before ${JSON.stringify(before)}\n  after  ${JSON.stringify(after)}\n`)
        await folder.remove()

        // Connections of the service come and go; a leak grows with the rounds.
        expect(after.files).toBeLessThanOrEqual(before.files + 20)
        expect(after.mainResources).toBeLessThanOrEqual(before.mainResources + 20)
        expect(after.mainHeapMb).toBeLessThanOrEqual(before.mainHeapMb + 5)
        // Two buffers a phone, and 8 MB of packets a page.
        expect(after.mainBuffersMb).toBeLessThanOrEqual(before.mainBuffersMb + 20)
        expect(after.pageHeapMb).toBeLessThanOrEqual(before.pageHeapMb + 5)
        expect(after.nodes).toBeLessThanOrEqual(before.nodes * 1.25 + 500)
        expect(after.listeners).toBeLessThanOrEqual(before.listeners * 1.25 + 100)
        if (hours >= slopeCountsFromHours)
          for (const { kind, perHour } of growthNow())
            expect(perHour, kind).toBeLessThanOrEqual(mostGrowthMbPerHour)
      },
      hours * hourMs + 600_000,
    )
  })
})
