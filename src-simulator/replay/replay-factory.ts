import { setTimeout as delay } from 'node:timers/promises'
import type { Handset, HandsetFactory, HandsetSpec, Size } from '../screens/handset'

/** Longer than any motion of a screen that `arrange` begins, in milliseconds. */
const STILL_AFTER_MS = 400

/** Pages for the browser, and how far to scroll each one, in notches of the wheel. */
const PAGES: readonly [host: string, notches: number][] = [
  ['letters.example', 15],
  ['kitchen.example', 5],
  ['maps.example', 5],
  ['garden.example', 15],
  ['stars.example', 5],
  ['maps.example', 10],
  ['weather.example', 5],
  ['paper.example', 5],
  ['maps.example', 15],
  ['paper.example', 15],
]

/** Brings a phone that was just made to what one picture shows. */
type Arrange = (handset: Handset) => unknown

/** A picture each. Mostly text and photos, so that they weigh 100 to 115 kB on average at 750×1334, as busy screens do. */
const PICTURES: readonly Arrange[] = [
  () => undefined,
  (handset) => handset.openApp({ target: 'sys_photos' }),
  ...PAGES.map(([host, notches]): Arrange => {
    return (handset) => {
      const { width, height } = handset.spec.snapshot
      handset.openUrl(`https://${host}/`)
      handset.scroll(width / 2, height / 2, notches)
    }
  }),
]

/** The pictures that phones of one size show in turn. */
class Reel {
  private readonly frames: Promise<Buffer[]>

  constructor(factory: HandsetFactory, size: Size) {
    this.frames = Reel.make(factory, size)
  }

  async first(): Promise<Buffer> {
    const [frame] = await this.frames
    if (!frame) throw new Error('a reel has no frames')
    return frame
  }

  /** Shows the frames in turn, `fps` a second, starting anywhere. @returns stops it */
  play(show: (jpeg: Buffer) => void, fps: number): () => void {
    let timer: NodeJS.Timeout | undefined
    let stopped = false
    const start = (frames: Buffer[]) => {
      if (stopped) return
      let next = Math.floor(Math.random() * frames.length)
      timer = setInterval(() => {
        const frame = frames[next++ % frames.length]
        if (frame) show(frame)
      }, 1000 / fps)
    }
    // Without frames there is nothing to show; the next request gets the error.
    this.frames.then(start, () => undefined)
    return () => {
      stopped = true
      clearInterval(timer)
    }
  }

  /** One phone for each picture, all at once, so that one wait is enough for all of them. */
  private static async make(factory: HandsetFactory, size: Size): Promise<Buffer[]> {
    const handsets = PICTURES.map((_, index) => {
      const publicId = `replay_${size.width}x${size.height}_${index}`
      return factory.create({ publicId, name: 'Replay', snapshot: size, seed: index + 1 })
    })
    const arranged = handsets.map(async (handset, index) => {
      await PICTURES[index]?.(handset)
      // A phone that answers has carried out everything before.
      await handset.clipboard()
    })
    await Promise.all(arranged)
    await delay(STILL_AFTER_MS)
    const frames = await Promise.all(handsets.map((handset) => handset.snapshot()))
    for (const handset of handsets) handset.close()
    return frames
  }
}

/**
 * Phones that are touched as ever, but whose screens are pictures made ahead, shown in turn: load for a client with
 * next to no drawing (config `frames: "replay"`).
 */
export function createReplayFactory(factory: HandsetFactory): HandsetFactory {
  const reels = new Map<string, Reel>()
  function reelOf(size: Size): Reel {
    const name = `${size.width}x${size.height}`
    const reel = reels.get(name) ?? new Reel(factory, size)
    reels.set(name, reel)
    return reel
  }
  return {
    create(spec: HandsetSpec): Handset {
      const phone = factory.create(spec)
      return {
        spec,
        pointer: (x, y, pressed, mayHold) => phone.pointer(x, y, pressed, mayHold),
        scroll: (x, y, dy) => phone.scroll(x, y, dy),
        key: (name) => phone.key(name),
        text: (text) => phone.text(text),
        press: (preset) => phone.press(preset),
        openUrl: (url) => phone.openUrl(url),
        openApp: (app) => phone.openApp(app),
        setClipboard: (text) => phone.setClipboard(text),
        clipboard: () => phone.clipboard(),
        setAirplane: (on) => phone.setAirplane(on),
        fileArrived: (file) => phone.fileArrived(file),
        animate: (fps) => phone.animate(fps),
        snapshot: () => reelOf(spec.snapshot).first(),
        watch: (listener, maxFps) => reelOf(spec.snapshot).play(listener, maxFps),
        close: () => phone.close(),
      }
    },
    close: () => factory.close(),
  }
}
