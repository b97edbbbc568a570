import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createReplayFactory } from '../../src-simulator/replay/replay-factory'
import { createHandsetFactory } from '../../src-simulator/screens/handset-factory'
import type { TestService } from './service'
import { PHONE, startTestService, until } from './service'

const factory = createReplayFactory(createHandsetFactory({ threads: 1 }))
let service: TestService
beforeAll(async () => {
  service = await startTestService({ frames: 'replay' })
})
afterAll(async () => {
  await service.close()
  await factory.close()
})

describe('config frames: "replay"', () => {
  it('streams recorded frames in turn while the phone is idle', async () => {
    const socket = await service.socket('stream', { query: '&fps=30' }).opened()
    const frames = new Set<string>()
    const count = async () => frames.add((await socket.next()).toString('latin1')).size
    await until('three pictures', count, (pictures) => pictures === 3)
    for (const frame of frames) expect(frame.startsWith('\xff\xd8')).toBe(true)
  })
  it('shows twelve frames as large as those of busy screens', async () => {
    const phone = factory.create({
      publicId: 'dev_busy',
      name: 'Busy',
      snapshot: { width: 750, height: 1334 },
      seed: 1,
    })
    const pictures = new Map<string, number>()
    await new Promise<void>((resolve) => {
      const stop = phone.watch((jpeg) => {
        pictures.set(jpeg.toString('latin1'), jpeg.length)
        if (pictures.size < 12) return
        stop()
        resolve()
      }, 60)
    })
    const mean = [...pictures.values()].reduce((sum, bytes) => sum + bytes, 0) / pictures.size
    expect(mean).toBeGreaterThan(100_000)
    expect(mean).toBeLessThan(115_000)
  })
  it('keeps phones responsive to touch', async () => {
    await service.act({ type: 'clipboard_set', text: 'kept' })
    const { json } = await service.act({ type: 'clipboard_get' })
    expect(json).toEqual({ result: { clipboard: 'kept' } })
    expect((await service.events()).map(({ type }) => type)).toEqual(['clipboard_set', 'clipboard_get'])
    const snapshot = await service.call('GET', `/devices/${PHONE}/snapshot`)
    expect(snapshot.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  })
})
