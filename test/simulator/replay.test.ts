import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { TestService } from './service'
import { PHONE, startTestService } from './service'

let service: TestService
beforeAll(async () => {
  service = await startTestService({ frames: 'replay' })
})
afterAll(() => service.close())

describe('config frames: "replay"', () => {
  it('streams pictures in turn without anything happening on the phone', async () => {
    const socket = await service.socket('stream', { query: '&fps=30' }).opened()
    const frames = new Set<string>()
    while (frames.size < 3) frames.add((await socket.next()).toString('latin1'))
    for (const frame of frames) expect(frame.startsWith('\xff\xd8')).toBe(true)
  })
  it('has phones that are touched as ever', async () => {
    const body = { type: 'clipboard_set', text: 'kept' }
    await service.call('POST', `/devices/${PHONE}/actions`, { body })
    const { json } = await service.call('POST', `/devices/${PHONE}/actions`, {
      body: { type: 'clipboard_get' },
    })
    expect(json).toEqual({ result: { clipboard: 'kept' } })
    expect((await service.events()).map(({ type }) => type)).toEqual(['clipboard_set', 'clipboard_get'])
    const snapshot = await service.call('GET', `/devices/${PHONE}/snapshot`)
    expect(snapshot.bytes.subarray(0, 2).toString('hex')).toBe('ffd8')
  })
})
