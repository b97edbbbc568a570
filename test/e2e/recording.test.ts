import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'
import { readMatroska } from '../core/recordings/read-matroska'
import { inEachShell } from './harness/shells'
import { useTurningPhones } from './harness/use-turning-phones'

// What a busy machine may add to the way of a frame. The core's tests hold the exact times.
const lateMs = 1000

inEachShell('A recording', (shell) => {
  const stage = useTurningPhones(shell, 2)

  const recorded = (count: number) =>
    expect.poll(() => stage().wall.page.locator('[data-recording]').count()).toBe(count)
  const files = () =>
    readdirSync(stage().captures, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.mkv'))
      .map((name) => readMatroska(readFileSync(join(stage().captures, name))))

  it('keeps what each selected phone shows, with its times, turns and gaps', async () => {
    const { wall, phones, simulator } = stage()
    const { page } = wall
    await wall.tile(simulator.phones[0] ?? '').focus()
    await page.keyboard.press('Control+a')
    await page.keyboard.press('r')
    await recorded(2)
    await page.getByRole('button', { name: 'Stop all 2 recordings' }).waitFor()
    const sent: { width: number; height: number; at: number }[] = []
    const turn = async (width: number, height: number) => {
      sent.push({ width, height, at: performance.now() })
      phones.turn(width, height)
      const shown = page.locator(`[data-frame="${width}x${height}"]`)
      await expect.poll(() => shown.count()).toBe(2)
    }
    for (const [width, height] of [
      [1334, 750],
      [752, 1334],
      [1336, 750],
      [754, 1334],
    ] as const) {
      await turn(width, height)
    }
    phones.leave()
    await wall.showsLive(0)
    phones.comeBack()
    await wall.showsLive(2)
    await turn(1338, 750)
    await page.getByRole('button', { name: 'Stop all 2 recordings' }).click()
    await recorded(0)
    await page.getByText('2 recordings saved').waitFor()

    for (const { frames, isFinished, width, height } of files()) {
      expect({ isFinished, width, height }).toEqual({ isFinished: true, width: 750, height: 1334 })
      expect(frames.map(({ jpeg }) => jpegSize(jpeg))).toEqual([
        { width: 750, height: 1334 },
        ...sent.map(({ width, height }) => ({ width, height })),
      ])
      expect(frames[0]?.at).toBe(0)
      const start = (frames[1]?.at ?? 0) - (sent[0]?.at ?? 0)
      for (const [at, { at: sentAt }] of sent.entries())
        expect(Math.abs((frames[at + 1]?.at ?? 0) - sentAt - start)).toBeLessThan(lateMs)
    }
    expect(files()).toHaveLength(2)
  })

  it('goes on out of sight, and is whole when the program ends', async () => {
    const { wall, phones, simulator } = stage()
    const { page } = wall
    const [first = ''] = simulator.phones
    await page.keyboard.press('Escape')
    await wall.tile(first).focus()
    await page.keyboard.press('r')
    await recorded(1)
    await page.keyboard.press('/')
    await page.keyboard.type('nothing')
    await wall.tile(first).waitFor({ state: 'detached' })
    phones.turn(1340, 750)
    const shortest = () => files().toSorted((a, b) => a.frames.length - b.frames.length)[0]
    await expect.poll(() => shortest()?.frames.length).toBe(2)
    await wall.end('SIGTERM')
    const third = shortest()
    expect(third?.isFinished).toBe(true)
    expect(third?.frames.map(({ jpeg }) => jpegSize(jpeg)?.width)).toEqual([1338, 1340])
  })
})
