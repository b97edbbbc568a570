import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import type { Handset } from '../../../src-simulator/screens/handset'
import { createHandsetFactory } from '../../../src-simulator/screens/handset-factory'
import { pixelsOf, SPEC } from './phone-in-hand'

const defects: string[] = []
const factory = createHandsetFactory({ threads: 1, onDefect: (fault) => defects.push(fault.message) })
const open: Handset[] = []

function handset(seed = SPEC.seed): Handset {
  const made = factory.create({ ...SPEC, seed })
  open.push(made)
  return made
}

/** Watches until a frame passes a check. */
function frameThat(phone: Handset, wanted: (jpeg: Buffer) => boolean | Promise<boolean>): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const stop = phone.watch((jpeg) => {
      Promise.resolve(wanted(jpeg)).then((yes) => {
        if (!yes) return
        stop()
        resolve(jpeg)
      }, reject)
    }, 30)
  })
}

afterEach(() => {
  for (const phone of open.splice(0)) phone.close()
})
afterAll(() => factory.close())

describe('a handset in its thread', () => {
  it('gives a snapshot as a JPEG of exactly its size, in a buffer of its own', async () => {
    const jpeg = await handset().snapshot()
    expect(jpeg.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(jpeg.buffer.byteLength).toBe(jpeg.byteLength)
    const { width, height } = await pixelsOf(jpeg)
    expect({ width, height }).toEqual(SPEC.snapshot)
  })

  it('calls a watcher at once and after each change until it stops', async () => {
    const phone = handset()
    const first = await frameThat(phone, () => true)
    expect(first.buffer.byteLength).toBe(first.byteLength)
    const changed = frameThat(phone, (jpeg) => !jpeg.equals(first))
    phone.animate(20)
    await changed
    let late = 0
    const stop = phone.watch(() => late++, 30)
    stop()
    const seen = late
    await phone.snapshot()
    await phone.snapshot()
    expect(late).toBe(seen)
  })

  it('shows a different picture with each tick of its animation', async () => {
    const phone = handset()
    phone.animate(20)
    const frames: Buffer[] = []
    await frameThat(phone, (jpeg) => frames.push(jpeg) === 6)
    expect(new Set(frames.map((jpeg) => jpeg.toString('base64'))).size).toBe(6)
  })

  it('gives every watcher the newest screen, to a slow one less often', async () => {
    const phone = handset()
    phone.animate(30)
    let slow = 0
    const stop = phone.watch(() => slow++, 2)
    let quick = 0
    await frameThat(phone, () => ++quick === 10)
    stop()
    expect(slow).toBeGreaterThan(0)
    expect(slow).toBeLessThan(quick)
  })

  it('shows an uploaded picture first in Photos', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'handset-'))
    try {
      const path = join(folder, 'magenta.png')
      const canvas = createCanvas(40, 40)
      canvas.getContext('2d').fillStyle = '#ff00ff'
      canvas.getContext('2d').fillRect(0, 0, 40, 40)
      const bytes = canvas.encodeSync('png')
      await writeFile(path, bytes)
      const phone = handset()
      expect(await phone.openApp({ target: 'sys_photos' })).toBe(true)
      phone.fileArrived({ name: 'magenta.png', bytes: bytes.length, path })
      await frameThat(phone, async (jpeg) => {
        const { data, width } = await pixelsOf(jpeg)
        const at = (420 * width + 120) * 4
        return (data[at] ?? 0) > 240 && (data[at + 1] ?? 255) < 20 && (data[at + 2] ?? 0) > 240
      })
    } finally {
      await rm(folder, { recursive: true })
    }
  })

  it('keeps a clipboard and answers calls in order', async () => {
    const phone = handset()
    phone.setClipboard('first')
    const before = phone.clipboard()
    phone.setClipboard('second')
    expect(await before).toBe('first')
    expect(await phone.clipboard()).toBe('second')
  })

  it('survives an app that throws, as do the other phones of its thread', async () => {
    const [phone, other] = [handset(), handset()]
    phone.openUrl(null as unknown as string)
    other.animate(20)
    let frames = 0
    await frameThat(other, () => ++frames === 5)
    expect(defects.splice(0)).toEqual([expect.stringContaining('not iterable')])
    expect(await phone.openApp({ target: 'sys_notes' })).toBe(true)
    await frameThat(phone, () => true)
    await expect(phone.text(null as unknown as string)).rejects.toThrow('replaceAll')
    expect((await phone.snapshot()).subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(defects).toEqual([])
  })

  it('rejects calls after it is closed', async () => {
    const phone = handset()
    phone.close()
    await expect(phone.snapshot()).rejects.toThrow('closed')
  })

  it('says so when its thread ends, because it cannot draw then', async () => {
    const workerUrl = new URL('data:text/javascript,throw new Error("no fonts")')
    const lost = vi.fn()
    const broken = createHandsetFactory({ threads: 1, workerUrl, onThreadLost: lost })
    await expect(broken.create(SPEC).snapshot()).rejects.toThrow('no fonts')
    expect(lost).toHaveBeenCalledOnce()
    await broken.close()
  })
})
