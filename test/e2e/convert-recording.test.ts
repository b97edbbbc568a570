import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { ALL_FORMATS, BufferSource, EncodedPacketSink, Input } from 'mediabunny'
import { expect, it } from 'vitest'
import { readMatroska } from '../core/recordings/read-matroska'
import { expectAccessible } from './harness/accessible'
import { inEachShellAtLength } from './harness/shells'
import { useTurningPhones } from './harness/use-turning-phones'

/** Reads a video's size and the times of its frames, in ms. */
async function readVideo(path: string) {
  const input = new Input({ formats: ALL_FORMATS, source: new BufferSource(readFileSync(path)) })
  const track = await input.getPrimaryVideoTrack()
  if (!track) throw new Error('no video track')
  const times: number[] = []
  for await (const packet of new EncodedPacketSink(track).packets()) times.push(packet.timestamp * 1000)
  const { codec, codedWidth, codedHeight } = track
  return { codec, codedWidth, codedHeight, times, ms: (await track.computeDuration()) * 1000 }
}

inEachShellAtLength('A recording', (shell) => {
  const stage = useTurningPhones(shell, 1)

  const files = (extension: string) =>
    readdirSync(stage().captures, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith(extension))
      .map((name) => join(stage().captures, name))

  it('becomes one video with its times and turns, beside the original', async () => {
    const { wall, phones, simulator } = stage()
    const { page } = wall
    await wall.tile(simulator.phones[0] ?? '').focus()
    await page.keyboard.press('r')
    await expect.poll(() => page.locator('[data-recording]').count()).toBe(1)
    for (const [width, height] of [
      [1334, 750],
      [751, 1335],
      [1336, 750],
    ] as const) {
      phones.turn(width, height)
      await page.locator(`[data-frame="${width}x${height}"]`).waitFor()
    }
    await page.getByRole('button', { name: 'Stop recording' }).click()
    await page.getByRole('button', { name: 'Convert…' }).click()
    const panel = page.locator('[data-panel]')
    const row = panel.locator('[data-capture=recording]', { has: page.getByText(/\.mkv$/) })
    await expect.poll(() => row.getByRole('checkbox').isChecked()).toBe(true)
    await expectAccessible(wall, 'the tab of captures')
    const dialog = page.getByRole('dialog', { name: 'Convert recording' })
    const convert = async () => {
      await dialog.getByRole('button', { name: 'Convert' }).press('Enter')
      await row.locator('[data-conversion="done"]').waitFor()
    }
    await row.getByRole('button', { name: 'Convert…' }).click()
    await dialog.waitFor()
    await expectAccessible(wall, 'the dialog for converting')
    await convert()

    const [original = ''] = files('.mkv')
    const { frames, duration } = readMatroska(readFileSync(original))
    const converted = [...files('.mp4'), ...files('.webm')]
    expect(converted.map((path) => path.replace(/\.\w+$/, ''))).toEqual([original.replace(/\.mkv$/, '')])
    const video = await readVideo(converted[0] ?? '')
    expect(video).toMatchObject({ codedWidth: 752, codedHeight: 1336 })
    expect(['avc', 'vp9', 'vp8']).toContain(video.codec)
    expect(video.times).toHaveLength(frames.length)
    for (const [index, { at }] of frames.entries())
      expect(Math.abs((video.times[index] ?? -1) - at)).toBeLessThanOrEqual(1)
    expect(Math.abs(video.ms - (duration ?? 0))).toBeLessThanOrEqual(1)
    await page.getByText(/^Saved as .*\.(mp4|webm)$/).waitFor()

    await row.getByRole('button', { name: 'Convert…' }).click()
    await dialog.getByLabel(/under the picture$/).check()
    await dialog.getByRole('button', { name: 'Convert' }).press('Enter')
    const both = () => [...files('.mp4'), ...files('.webm')]
    await expect.poll(() => both().length).toBe(2)
    await row.locator('[data-conversion="done"]').waitFor()
    const captioned = await readVideo(both().find((path) => path !== converted[0]) ?? '')
    expect(captioned).toMatchObject({ codedWidth: 752, codedHeight: 1336 + 46 })
    for (const time of video.times) expect(captioned.times).toContain(time)

    const rows = panel.locator('[data-capture]')
    await expect.poll(() => rows.count()).toBe(3)
    await expect.poll(() => row.locator('canvas').isVisible()).toBe(true)
    rmSync(converted[0] ?? '')
    const missing = rows.filter({ hasText: 'File is missing' })
    await missing.getByRole('button', { name: 'Remove from list' }).click()
    await expect.poll(() => rows.count()).toBe(2)
    await row.getByRole('button', { name: 'Delete' }).click()
    // Electron would move it to the trash of the person who runs the test.
    if (shell.name === 'electron') return
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await expect.poll(() => rows.count()).toBe(1)
    expect(existsSync(original)).toBe(false)
  })
})
