import { beforeEach, describe, expect, it } from 'vitest'
import { packCredits, unpackFrames } from '../../../src-shared/bridge/frame-packet'
import type { PageId } from '../../../src-shared/bridge/page-id'
import { createFanOut, type FanOut } from '../../../src-main/core/frames/fan-out'
import { LiveFrames } from '../../../src-main/core/frames/live-frames'
import { PhoneFrames } from '../../../src-main/core/phone/phone-frames'
import type { DiskFile } from '../../../src-main/core/recordings/disk-file'
import { startRecording } from '../../../src-main/core/recordings/recording'
import { Screen } from '../../../src-main/core/screens/screen'
import { jpegHeaders } from '../../renderer/phone/stream/jpeg'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const picture = (content: number) => Buffer.concat([jpegHeaders(100, 200), Buffer.alloc(50, content)])

/** What keeps pictures. */
interface Reader {
  /** Called after each frame. */
  look?(): void
  /** All that it has seen, at the end. */
  pictures(): Buffer[] | Promise<Buffer[]>
}

describe('a stream that fills its buffers again', () => {
  let clock: FakeClock
  let live: LiveFrames
  let pages: FanOut
  let phone: PhoneFrames
  let free: Buffer | undefined

  beforeEach(() => {
    clock = createFakeClock()
    live = new LiveFrames(() => undefined)
    pages = createFanOut(clock)
    pages.name(new Map([['a', 1]]))
    free = undefined
    phone = new PhoneFrames({
      clock,
      onFrame(frame) {
        pages.offer(1, frame)
        live.push('a', frame)
      },
      onChange: () => undefined,
    })
  })

  /** Fills what is free, and spoils what becomes free at once. */
  const give = (bytes: Buffer) => {
    const filled = free ?? Buffer.alloc(bytes.length)
    bytes.copy(filled)
    free = phone.take(filled, clock.now())
    free?.fill(0xee)
  }

  const ofScreen = (): Reader => {
    const screen = new Screen(clock)
    live.open('a', screen)
    const seen: Buffer[] = []
    return { look: () => screen.frame && seen.push(screen.frame.jpeg), pictures: () => seen }
  }
  const ofScreenshots = (): Reader => {
    const seen: Buffer[] = []
    const look = () => {
      const frame = live.newest('a')
      if (frame) seen.push(frame.jpeg)
    }
    return { look, pictures: () => seen }
  }
  const ofRecording = (): Reader => {
    const written: Buffer[] = []
    const file: DiskFile = {
      path: '',
      write: (chunks) => Promise.resolve(void written.push(...chunks)),
      writeNow: (chunks) => void written.push(...chunks),
      truncate: () => Promise.resolve(),
      close: () => Promise.resolve(),
      remove: () => undefined,
    }
    const opening = Promise.resolve(file)
    const recording = startRecording({ clock, opening, title: 'Ash', onFailed: () => undefined })
    live.open('a', recording)
    return {
      async pictures() {
        await recording.end()
        return written.filter((each) => each.length === picture(0).length)
      },
    }
  }
  /** A page that paints at each second frame only. */
  const ofPage = (pageId: PageId): Reader => {
    const packets: ArrayBuffer[] = []
    let credit: () => void = () => undefined
    const attach = () =>
      pages.attach(pageId, {
        send: (packet) => void packets.push(packet),
        onMessage(hear) {
          credit = () => {
            const [last] = unpackFrames(packets.at(-1) ?? new ArrayBuffer(0))
            if (last) hear(packCredits([last]))
          }
          return () => undefined
        },
        onClose: () => () => undefined,
        close: () => undefined,
      })
    attach()
    let looks = 0
    return {
      look() {
        clock.advance(10)
        if (looks++ % 2 === 0) return
        credit()
        clock.advance(10)
      },
      pictures: () => packets.flatMap((packet) => unpackFrames(packet).map(({ jpeg }) => Buffer.from(jpeg))),
    }
  }

  const all = [1, 2, 3, 4, 5, 6]
  it.each<[string, () => Reader, readonly number[]]>([
    ['flows, searches and watches', ofScreen, all],
    ['screenshots and contact sheets', ofScreenshots, all],
    ['recordings', ofRecording, all],
    ['the wall', () => ofPage('wall 1'), [1, 2, 4, 6]],
    ["a phone's own window", () => ofPage('phone a'), [1, 2, 4, 6]],
  ])('shows none but its own pictures in %s', async (_, open, shown) => {
    const reader = open()
    for (const content of all) {
      give(picture(content))
      reader.look?.()
      // Re-sent, and not a picture: neither takes the place of the newest.
      give(picture(content))
      give(Buffer.alloc(picture(0).length, content))
    }
    expect(await reader.pictures()).toEqual(shown.map(picture))
  })

  it('leaves a still screen the same picture when it is sent again after a break', () => {
    const screen = new Screen(clock)
    live.open('a', screen)
    give(picture(1))
    live.interrupt('a')
    give(picture(1))
    expect([screen.changes, screen.frame?.jpeg]).toEqual([1, picture(1)])
  })
})
