import type { Handset, HandsetFactory, HandsetSpec, Size } from '../screens/handset'

const FRAMES = 12

/** The pictures that phones of one size show in turn. */
class Reel {
  private readonly frames: Promise<Buffer[]>

  constructor(factory: HandsetFactory, size: Size) {
    const spec = { publicId: `replay_${size.width}x${size.height}`, name: 'Replay', snapshot: size, seed: 1 }
    this.frames = Reel.make(factory.create(spec))
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
    void this.frames.then((frames) => {
      if (stopped) return
      let next = Math.floor(Math.random() * frames.length)
      timer = setInterval(() => {
        const frame = frames[next++ % frames.length]
        if (frame) show(frame)
      }, 1000 / fps)
    })
    return () => {
      stopped = true
      clearInterval(timer)
    }
  }

  private static async make(handset: Handset): Promise<Buffer[]> {
    const { width, height } = handset.spec.snapshot
    const frames: Buffer[] = []
    await handset.openApp({ target: 'sys_settings' })
    for (let index = 0; index < FRAMES; index++) {
      frames.push(await handset.snapshot())
      handset.scroll(width / 2, height / 2, index < FRAMES / 2 ? 1 : -1)
    }
    handset.close()
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
        pointer: (x, y, pressed) => phone.pointer(x, y, pressed),
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
