import { beforeEach, describe, expect, it } from 'vitest'
import { createScreenTexts, type ScreenTexts } from '../../../src-main/core/screens/screen-texts'
import type { RecognizedLine } from '../../../src-main/core/pictures/looks'
import { noTexts, type TextsState } from '../../../src-shared/bridge/texts-state'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const size = { width: 750, height: 1334 }
const shown = (text: string) => ({ jpeg: Buffer.from(text), size, at: 0 })

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
  let live: { publicId: string; shown: ReturnType<typeof shown> }[]
  let state: TextsState
  let texts: ScreenTexts

  beforeEach(() => {
    clock = createFakeClock()
    reads = []
    state = noTexts
    live = ['No connection', 'Hello', 'connected'].map((text, at) => ({
      publicId: `dev_${at}`,
      shown: shown(text),
    }))
    texts = createScreenTexts({
      clock,
      readText: (_phone, jpeg) => {
        reads.push(jpeg.toString())
        return Promise.resolve(linesOf(jpeg))
      },
      live: () => live,
      onPhones: () => undefined,
      onState: (next) => (state = next),
    })
  })
  const ids = ['dev_0', 'dev_1', 'dev_2']
  const settle = async () => {
    for (let turn = 0; turn < 20; turn++) {
      await Promise.resolve()
      await new Promise(setImmediate)
    }
    clock.advance(100)
  }
  const found = () => state.hits.map(({ publicId }) => publicId)

  it('reads nothing until something is searched for', async () => {
    texts.frame('dev_0', shown('No connection'))
    await settle()
    expect(reads).toEqual([])
    expect(texts.has('dev_0')).toBe(false)
  })

  it('finds the phones that show a text, with its places', async () => {
    texts.search('CONNEC', ids)
    await settle()
    expect(found()).toEqual(['dev_0', 'dev_2'])
    expect(state.hits[0]).toMatchObject({ space: size, boxes: [{ left: 50, width: 40 }] })
    texts.search('no conn', ids)
    await settle()
    expect(state.hits).toMatchObject([{ publicId: 'dev_0', boxes: [{ left: 0, width: 400 }] }])
  })

  it('reads a still screen once, whatever is searched for', async () => {
    texts.search('hello', ids)
    await settle()
    for (const text of ['h', 'he', 'connection']) texts.search(text, ids)
    clock.advance(60_000)
    await settle()
    expect(reads).toHaveLength(3)
  })

  it('locates the text on what a phone shows now, though its marks are older', async () => {
    texts.search('hello', ids)
    await settle()
    texts.frame('dev_1', shown('Oh Hello'))
    expect(found()).toEqual(['dev_1'])
    expect(await texts.locate('dev_1')).toMatchObject({ left: 50 })
    texts.frame('dev_1', shown('Wi-Fi'))
    expect(await texts.locate('dev_1')).toBeNull()
    expect(await texts.locate('dev_9')).toBeNull()
  })

  it('locates a text on a screen that changed while it was read only if it stays', async () => {
    texts.search('hello', ids)
    await settle()
    const gone = texts.locate('dev_1')
    texts.frame('dev_1', shown('Wi-Fi'))
    expect(await gone).toBeNull()
    texts.frame('dev_1', shown('Hello 0'))
    const stays = texts.locate('dev_1')
    texts.frame('dev_1', shown('Hello 1'))
    expect(await stays).toMatchObject({ left: 0 })
  })

  it('follows a screen that changes, at most once a second', async () => {
    texts.search('hello', ids)
    await settle()
    for (let at = 0; at < 10; at++) texts.frame('dev_0', shown(`frame ${at}`))
    texts.frame('dev_0', shown('Hello again'))
    await settle()
    expect(reads).toHaveLength(3)
    clock.advance(1000)
    await settle()
    expect(reads.slice(3)).toEqual(['Hello again'])
    expect(found()).toEqual(['dev_0', 'dev_1'])
  })

  it('tells which marks are of an older frame', async () => {
    texts.search('hello', ids)
    await settle()
    expect(state.hits).toMatchObject([{ publicId: 'dev_1', isOld: false }])
    texts.frame('dev_1', shown('Hello again'))
    clock.advance(100)
    expect(state.hits).toMatchObject([{ publicId: 'dev_1', isOld: true }])
    clock.advance(1000)
    await settle()
    expect(state.hits).toMatchObject([{ publicId: 'dev_1', isOld: false }])
  })

  it('drops what a phone showed that is not live any more, and counts it as not read', async () => {
    texts.search('hello', ids)
    await settle()
    texts.tile({ publicId: 'dev_1', state: 'offline' })
    await settle()
    expect(state).toMatchObject({ unread: 1, hits: [] })
    texts.tile({ publicId: 'dev_1', state: 'live' })
    texts.frame('dev_1', shown('Hello'))
    await settle()
    expect(state).toMatchObject({ unread: 0, hits: [{ publicId: 'dev_1' }] })
  })

  it('keeps the phones live that it reads, until the search ends', async () => {
    texts.search('hello', ids)
    await settle()
    expect(texts.has('dev_2')).toBe(true)
    expect(texts.has('dev_3')).toBe(false)
    texts.search('hello', [...ids, 'dev_3'])
    await settle()
    expect([texts.has('dev_3'), state.unread]).toEqual([true, 1])
    texts.frame('dev_3', shown('Hello'))
    await settle()
    expect(state.unread).toBe(0)
    texts.search(null, ids)
    expect(texts.has('dev_2')).toBe(false)
    await settle()
    expect(state).toEqual(noTexts)
  })
})
