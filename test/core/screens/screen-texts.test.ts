import { beforeEach, describe, expect, it } from 'vitest'
import { LiveFrames, type FrameSink } from '../../../src-main/core/frames/live-frames'
import { createScreenTexts, type ScreenTexts } from '../../../src-main/core/screens/screen-texts'
import type { RecognizedLine } from '../../../src-main/core/pictures/looks'
import { noTexts, type TextsState } from '../../../src-shared/features/screens-state'
import { Turns } from '../../../src-main/core/time/turns'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const size = { width: 750, height: 1334 }
const shown = (text: string) => ({ jpeg: Buffer.from(text), size, receivedAt: 0 })

/** A screen's text is its JPEG's: one line, its words side by side. */
const linesOf = (jpeg: Buffer): RecognizedLine[] => {
  const text = jpeg.toString()
  const words = text
    .split(' ')
    .map((word, at) => ({ text: word, left: at * 50, top: 0, width: 40, height: 10, confidence: 95 }))
  return text === '' ? [] : [{ text, left: 0, top: 0, width: 400, height: 10, words }]
}

describe('texts on the screens', () => {
  let clock: FakeClock
  let reads: string[]
  let atOnce: number
  let frames: LiveFrames
  let state: TextsState
  let begin: () => ScreenTexts
  let texts: ScreenTexts

  beforeEach(() => {
    clock = createFakeClock()
    reads = []
    atOnce = 0
    state = noTexts
    frames = new LiveFrames(() => undefined)
    for (const [at, text] of ['No connection', 'Hello', 'connected'].entries()) show(`dev_${at}`, text)
    const turns = new Turns(1)
    begin = () =>
      createScreenTexts({
        clock,
        everyMs: 1000,
        turns,
        async readText(_phone, jpeg) {
          reads.push(jpeg.toString())
          expect(++atOnce).toBe(1)
          await new Promise(setImmediate)
          atOnce -= 1
          return linesOf(jpeg)
        },
        onState: (next) => (state = next),
      })
    texts = begin()
  })
  const show = (publicId: string, text: string) => frames.push(publicId, shown(text))
  const search = (text: string | null, ids: readonly string[], by = texts) =>
    by.search(
      text,
      ids.map((publicId) => ({
        publicId,
        name: publicId,
        open: (sink: FrameSink) => frames.open(publicId, sink),
      })),
    )
  const ids = ['dev_0', 'dev_1', 'dev_2']
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) {
      await Promise.resolve()
      await new Promise(setImmediate)
    }
    clock.advance(100)
  }
  const found = () => state.hits.map(({ publicId }) => publicId)

  it('finds the phones that show a text, with its places', async () => {
    search('CONNEC', ids)
    await settle()
    expect(found()).toEqual(['dev_0', 'dev_2'])
    expect(state.hits[0]).toMatchObject({ space: size, boxes: [{ left: 50, width: 40 }] })
    search('no conn', ids)
    await settle()
    expect(state.hits).toMatchObject([{ publicId: 'dev_0', boxes: [{ left: 0, width: 400 }] }])
  })

  it('are read one at a time, also for several walls', async () => {
    const other = begin()
    search('hello', ids)
    search('connec', ids, other)
    await settle()
    expect(texts.state.hits).toHaveLength(1)
    expect(other.state.hits).toHaveLength(2)
  })

  it('reads a still screen once, whatever is searched for', async () => {
    search('hello', ids)
    await settle()
    for (const text of ['h', 'he', 'connection']) search(text, ids)
    clock.advance(60_000)
    await settle()
    expect(reads).toHaveLength(3)
  })

  it('locates the text on what a phone shows now, though its marks are older', async () => {
    search('hello', ids)
    await settle()
    show('dev_1', 'Oh Hello')
    expect(found()).toEqual(['dev_1'])
    expect(await texts.locate('dev_1')).toMatchObject({ left: 50 })
    show('dev_1', 'Wi-Fi')
    expect(await texts.locate('dev_1')).toBeNull()
    expect(await texts.locate('dev_9')).toBeNull()
  })

  it('locates a text on a screen that changed while it was read only if it stays', async () => {
    search('hello', ids)
    await settle()
    const gone = texts.locate('dev_1')
    show('dev_1', 'Wi-Fi')
    expect(await gone).toBeNull()
    show('dev_1', 'Hello 0')
    const stays = texts.locate('dev_1')
    show('dev_1', 'Hello 1')
    expect(await stays).toMatchObject({ left: 0 })
  })

  it('tells which marks are of an older frame', async () => {
    search('hello', ids)
    await settle()
    expect(state.hits).toMatchObject([{ publicId: 'dev_1', isOld: false }])
    show('dev_1', 'Hello again')
    clock.advance(100)
    expect(state.hits).toMatchObject([{ publicId: 'dev_1', isOld: true }])
    clock.advance(1000)
    await settle()
    expect(state.hits).toMatchObject([{ publicId: 'dev_1', isOld: false }])
  })

  it('shows nothing of a phone that is not live, and the same again once it is back', async () => {
    const hello = shown('Hello')
    frames.push('dev_1', hello)
    search('hello', ids)
    await settle()
    frames.interrupt('dev_1')
    await settle()
    expect(state).toMatchObject({ unread: 1, hits: [] })
    frames.push('dev_1', hello)
    await settle()
    expect(state).toMatchObject({ unread: 0, hits: [{ publicId: 'dev_1', isOld: false }] })
    expect(reads).toHaveLength(3)
  })

  it('keeps the phones live that it reads, until the search ends', async () => {
    search('hello', ids)
    expect([frames.holds('dev_2'), frames.holds('dev_3')]).toEqual([true, false])
    search('hello', [...ids, 'dev_3'])
    await settle()
    expect([frames.holds('dev_3'), state.unread]).toEqual([true, 1])
    show('dev_3', 'Hello')
    await settle()
    expect(state.unread).toBe(0)
    search(null, ids)
    expect(frames.holds('dev_2')).toBe(false)
    await settle()
    expect(state).toEqual(noTexts)
  })
})
