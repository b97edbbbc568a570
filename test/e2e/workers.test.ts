import { expect, it } from 'vitest'
import { inEachShell } from './harness/shells'
import { useStage } from './harness/use-stage'

const patience = { timeout: 20_000, interval: 100 }

declare global {
  var fleetwallPainted: number
}

inEachShell('On a computer with three cores', (shell) => {
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
    for (const worker of page.workers())
      await worker.evaluate(() => {
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
    const painted = async () => {
      const counts = page.workers().map((worker) => worker.evaluate(() => globalThis.fleetwallPainted))
      return (await Promise.all(counts)).toSorted((a, b) => a - b)
    }
    expect(await painted()).toHaveLength(3)
    for (const publicId of phones) await simulator.admin('PUT', `/phones/${publicId}`, { animate_fps: 5 })
    await expect.poll(async () => (await painted())[2], patience).toBeGreaterThan(60)
    const [none, less = 0, more = 0] = await painted()
    expect(none).toBe(0)
    expect(less / more).toBeGreaterThan(0.7)

    await wall.openLarge(phones[0] ?? '')
    await expect.poll(async () => (await painted())[0], patience).toBeGreaterThan(10)
  })
})
