import { monitorEventLoopDelay } from 'node:perf_hooks'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { systemClock } from '../../../src-main/core/time/clock'
import { pictureSize } from '../../../src-main/core/pictures/picture-size'
import { nodePictures, pictureEnvironment } from '../../../src-main/core/pictures/picture-process'
import { createPictures } from '../../../src-main/core/pictures/pictures'
import { fixture } from '../../renderer/jpeg/fixtures'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import { manyScans, noise } from './hostile-frames'
import { picturesHere } from './pictures-here'

const plain = createCanvas(20, 30).toBuffer('image/png')
const jpeg = createCanvas(20, 30).toBuffer('image/jpeg')

describe('pictures', () => {
  const pictures = picturesHere()
  const ofPhone = pictures.of('dev_1')

  it('are refused by their header when they are too large, cut, or none', async () => {
    for (const bytes of [
      jpegHeaders(5000, 5000),
      jpeg.subarray(0, 300),
      Buffer.from('GIF89a'),
      Buffer.alloc(0),
    ])
      await expect(ofPhone.toPng(Buffer.from(bytes))).rejects.toThrow('isn’t a whole JPEG or PNG')
    const huge = Buffer.from(plain)
    huge.writeUInt32BE(60_000, 16)
    expect(pictureSize(plain)).toEqual({ width: 20, height: 30 })
    expect(pictureSize(huge)).toBeNull()
    await expect(ofPhone.compare(jpeg, huge, [])).rejects.toThrow('16 megapixels')
  })

  it('that no decoder can read are said to be so, and whose they are', async () => {
    const wrongScan = Buffer.from(fixture('progressive'))
    // The scan names a component that the frame does not have.
    wrongScan[wrongScan.indexOf(Buffer.from([0xff, 0xda])) + 5] = 99
    const header = plain.subarray(0, 33)
    for (const bad of [wrongScan, header]) {
      const { width, height } = pictureSize(bad) ?? { width: 0, height: 0 }
      const good = createCanvas(width, height).toBuffer('image/png')
      const phone = 'The phone sent a picture that can’t be read.'
      for (const look of [
        () => ofPhone.readText(bad),
        () => ofPhone.toPng(bad),
        () => ofPhone.thumbnail(bad, 20),
        () => ofPhone.hasChanged(good, bad),
        () => ofPhone.compare(bad, good, []),
        () => ofPhone.find(bad, good, 1),
        () => ofPhone.cutOut(bad, { left: 0, top: 0, width: 1, height: 1 }),
        () => ofPhone.isPlain(bad),
      ])
        await expect(look()).rejects.toThrow(phone)
      const kept = 'The kept picture can’t be read.'
      await expect(ofPhone.compare(good, bad, [])).rejects.toThrow(kept)
      await expect(ofPhone.find(good, bad, 1)).rejects.toThrow(kept)
    }
  })

  it('are read for the others who want the same frame when the first one stops', async () => {
    const stop = new AbortController()
    const first = pictures.of('dev_1', stop.signal).readText(jpeg)
    const other = pictures.of('dev_2', new AbortController().signal).readText(jpeg)
    stop.abort(new Error('stopped'))
    await expect(first).rejects.toThrow('stopped')
    expect(await other).toEqual([])
  })

  it('of a sheet that are damaged are as good as none', async () => {
    const phone = { name: 'Ash', labels: [], time: '' }
    const phones = [jpeg, Buffer.from(jpegHeaders(5000, 5000)), null].map((each) => ({
      ...phone,
      jpeg: each,
    }))
    const sheet = await pictures.sheet({ title: 'Berlin', missing: 'Not live', phones }, 'png')
    expect(sheet.subarray(1, 4).toString()).toBe('PNG')
  })
})

describe('the process that looks at pictures', () => {
  const pictures = createPictures({ clock: systemClock, start: nodePictures('normal') })
  afterAll(() => pictures.close())
  afterEach(() => vi.unstubAllEnvs())

  it('gets no key from the environment', () => {
    vi.stubEnv('FLEETWALL_API_KEY', 'secret')
    expect(JSON.stringify(pictureEnvironment(process.env))).not.toContain('secret')
  })

  it('says so and ends itself when a look takes more time of the processor than it may', async () => {
    const child = nodePictures('normal')('judging')
    const frame = manyScans(30)
    const said: string[] = []
    await new Promise<void>((resolve) => {
      child.onAnswer(({ is }) => {
        said.push(is)
        if (is === 'ready') child.ask({ kind: 'changed', before: frame, now: frame }, 100)
      })
      child.onExit(resolve)
    })
    expect(said).toEqual(['ready', 'overrun'])
  })

  it('holds up neither the program nor another phone, whatever a phone sends', async () => {
    await pictures.of('warm-up').hasChanged(jpeg, jpeg)
    const [scans, screen, part] = [manyScans(30), noise(), noise(300, 900)]
    const delay = monitorEventLoopDelay({ resolution: 1 })
    delay.enable()
    const [hostile, other] = [pictures.of('hostile'), pictures.of('other')]
    const slow = [scans, screen].map((frame) =>
      Promise.allSettled([hostile.hasChanged(frame, screen), hostile.find(frame, part, 0.99)]),
    )
    const answered = await other.compare(jpeg, jpeg, [])
    delay.disable()
    expect(answered.percentage).toBe(100)
    // Alone some 20 ms; beside other tests the processor is shared. In the same process it would be seconds.
    expect(delay.max / 1e6).toBeLessThan(1500)
    pictures.close()
    await Promise.all(slow)
  })
})
