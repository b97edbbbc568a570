import { createCanvas } from '@napi-rs/canvas'
import { beforeEach, describe, expect, it } from 'vitest'
import { pictureSize } from '../../../src-main/core/pictures/picture-size'
import { line } from '../flows/run/flow-bench'
import { picturesReading } from '../pictures/pictures-here'
import { fakeTools, textOf, type FakeTools } from './fake-tools'

const large = createCanvas(1000, 2400).toBuffer('image/jpeg')

describe('a program that looks', () => {
  let fake: FakeTools
  let program: ReturnType<FakeTools['program']>

  beforeEach(() => {
    fake = fakeTools()
    program = fake.program()
  })

  describe('with see', () => {
    it('gets a live phone’s frame and its lines for nothing', async () => {
      fake.lines.push(line('Send now', 100, 200))
      const { content, structuredContent } = await program.call('see', { phone: 'dev_a' })
      expect(structuredContent).toEqual({
        phone: { id: 'dev_a', name: 'Aster' },
        picture: { width: 200, height: 400 },
        lines: [{ text: 'Send now', box: { x: 100, y: 200, width: 40, height: 20 } }],
        cost: { snapshots: 0 },
      })
      const frame = fake.phone('dev_a').screen.frame?.jpeg.toString('base64')
      expect(content[1]).toEqual({ type: 'image', data: frame, mimeType: 'image/jpeg' })
      expect(fake.snapshots).toEqual([])
    })

    it('gets a scaled snapshot of a phone that is not live, and its cost', async () => {
      fake.phone('dev_a').stand({ name: 'waiting', reason: '' })
      fake.setSnapshot(large)
      fake.lines.push(line('Send now', 100, 200))
      const answer = await program.call('see', { phone: 'dev_a' })
      expect(answer.structuredContent).toMatchObject({
        picture: { width: 500, height: 1200 },
        lines: [{ box: { x: 50, y: 100, width: 20, height: 10 } }],
        cost: { snapshots: 1 },
      })
      expect(textOf(answer)).toContain('used 1 snapshot')
      const [, image] = answer.content
      const picture = Buffer.from(image?.type === 'image' ? image.data : '', 'base64')
      expect(pictureSize(picture)).toEqual({ width: 500, height: 1200 })
      expect(fake.snapshots).toEqual(['dev_a'])
    })

    it('gets no snapshot that can’t be read', async () => {
      fake.phone('dev_a').stand({ name: 'waiting', reason: '' })
      const { structuredContent } = await program.call('see', { phone: 'dev_a' })
      expect(structuredContent).toMatchObject({ code: 'unreadable-screen' })
    })
  })

  it('with wait_for has one time-out for a place and for the text', async () => {
    const phone = fake.phone('dev_a')
    phone.stand({ name: 'waiting', reason: '' })
    fake.clock.after(3000, () => {
      phone.stand({ name: 'live', reason: '' })
      phone.show()
    })
    const from = fake.clock.monotonic()
    const given = { phone: 'dev_a', text: 'Nowhere', timeout_seconds: 4 }
    const { structuredContent } = await program.call('wait_for', given)
    expect(structuredContent).toMatchObject({ met: false })
    expect(fake.clock.monotonic() - from).toBeLessThan(4500)
  })

  describe('with list_phones', () => {
    it('hears in 20 s of the phones that show a text, and how many were not read', async () => {
      fake.tiles.forEach((tile) => Object.assign(tile, { state: 'live' }))
      const jpegs: Record<string, Buffer> = { dev_a: Buffer.from('a'), dev_b: Buffer.from('b') }
      Object.assign(fake.fleet.screenshot, { newest: (id: string) => jpegs[id] ?? null })
      const never = new Promise<never>(() => undefined)
      const reading = (jpeg: Buffer) =>
        jpeg === jpegs['dev_a'] ? Promise.resolve([line('Send now', 0, 0)]) : never
      Object.assign(fake.tools, { pictures: picturesReading(reading) })
      const before = fake.clock.monotonic()
      const { structuredContent } = await program.call('list_phones', { text: 'Send now' })
      expect(structuredContent).toMatchObject({ phones: [{ id: 'dev_a' }], unread: 2 })
      expect(fake.clock.monotonic() - before).toBe(20_000)
    })
  })

  describe('with wait_for', () => {
    const waitFor = async (given: object) =>
      (await program.call('wait_for', { phone: 'dev_a', ...given })).structuredContent

    it('is answered when a text appears, and when it does not', async () => {
      fake.clock.after(2000, () => {
        fake.lines.push(line('Done', 0, 0))
        fake.phone('dev_a').show()
      })
      expect(await waitFor({ text: 'done' })).toMatchObject({ met: true, waited_seconds: 2 })
      expect(await waitFor({ text: 'Failed', timeout_seconds: 3 })).toMatchObject({
        met: false,
        waited_seconds: 3,
      })
    })

    it('is answered when a text is gone, and when it stays', async () => {
      fake.lines.push(line('Loading', 0, 0))
      expect(await waitFor({ text: 'Loading', gone: true, timeout_seconds: 2 })).toMatchObject({ met: false })
      fake.clock.after(2000, () => {
        fake.lines.length = 0
        fake.phone('dev_a').show()
      })
      expect(await waitFor({ text: 'Loading', gone: true })).toMatchObject({ met: true })
    })

    it('is answered when the screen stood still for so long', async () => {
      const moveOn = () => {
        fake.phone('dev_a').show()
        if (fake.clock.monotonic() < 10_000) fake.clock.after(400, moveOn)
      }
      moveOn()
      const { met, waited_seconds: waited } = await waitFor({ still_seconds: 2 })
      expect(met).toBe(true)
      expect(waited).toBeGreaterThan(6)
    })

    it.each([
      {},
      { text: 'a', still_seconds: 1 },
      { still_seconds: 1, gone: true },
      { text: 'a', timeout_seconds: 121 },
    ])('is refused %j', async (given) => {
      expect(await waitFor(given)).toMatchObject({ code: 'invalid-arguments' })
    })

    it('is refused for a phone that does not become live', async () => {
      fake.phone('dev_a').stand({ name: 'waiting', reason: '' })
      expect(await waitFor({ text: 'Done' })).toMatchObject({ code: 'away' })
    })
  })
})
