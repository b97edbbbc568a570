import type { Worker } from 'playwright-core'
import { expect, it } from 'vitest'
import { inEachShellAtLength } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }

declare global {
  var fleetwallPainted: number
}

inEachShellAtLength('On a computer with three cores', (shell) => {
  const stage = useStage(shell)

  it('two workers share the tiles, and a third shows the phone in focus', async () => {
    const { wall, simulator } = stage()
    const { page } = wall
    const { phones } = simulator
    await page.addInitScript(() =>
      Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 3 }),
    )
    await page.reload()
    await wall.showsLive(phones.length)
    const count = (worker: Worker) =>
      worker.evaluate(() => {
        globalThis.fleetwallPainted = 0
        const { transferFromImageBitmap } = ImageBitmapRenderingContext.prototype
        ImageBitmapRenderingContext.prototype.transferFromImageBitmap = function (bitmap) {
          globalThis.fleetwallPainted += 1
          transferFromImageBitmap.call(this, bitmap)
        }
        const { write } = WritableStreamDefaultWriter.prototype
        WritableStreamDefaultWriter.prototype.write = function (frame) {
          globalThis.fleetwallPainted += 1
          return write.call(this, frame)
        }
      })
    for (const worker of page.workers()) await count(worker)
    page.on('worker', (worker) => void count(worker))
    const painted = async () => {
      const counts = page.workers().map((worker) => worker.evaluate(() => globalThis.fleetwallPainted))
      return Promise.all(counts)
    }
    expect(await painted()).toHaveLength(2)
    for (const publicId of phones) await simulator.admin('PUT', `/phones/${publicId}`, { animate_fps: 5 })
    await expect.poll(async () => (await painted())[1], patience).toBeGreaterThan(60)
    const [first = 0, second = 0] = await painted()
    expect(Math.min(first, second) / Math.max(first, second)).toBeGreaterThan(0.7)

    await wall.openLarge(phones[0] ?? '')
    await expect.poll(async () => (await painted())[2], patience).toBeGreaterThan(10)
  })
})
