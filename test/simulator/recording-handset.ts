import type { AppTarget, Handset, HandsetFactory, HandsetSpec } from '../../src-simulator/screens/handset'

/** The name of a call and its arguments. */
export type HandsetCall = [name: string, ...given: unknown[]]

/** A handset that records its calls and performs them all. */
export class RecordingHandset implements Handset {
  /** Each call with its time. */
  readonly calls: { at: number; call: HandsetCall }[] = []

  constructor(
    readonly spec: HandsetSpec,
    private readonly now: () => number,
  ) {}

  pointer(x: number, y: number, pressed: boolean): void {
    this.record('pointer', x, y, pressed)
  }
  scroll(x: number, y: number, dy: number): void {
    this.record('scroll', x, y, dy)
  }
  key(name: string): Promise<boolean> {
    return this.record('key', name)
  }
  async text(text: string): Promise<{ skipped: string[] }> {
    await this.record('text', text)
    return { skipped: [] }
  }
  press(preset: { name: string } | { modifiers: string[]; key: string }): Promise<boolean> {
    return this.record('press', preset)
  }
  openUrl(url: string): void {
    this.record('openUrl', url)
  }
  openApp(app: AppTarget): Promise<boolean> {
    return this.record('openApp', app)
  }
  setClipboard(text: string): void {
    this.record('setClipboard', text)
  }
  async clipboard(): Promise<string> {
    await this.record('clipboard')
    return 'copied'
  }
  setAirplane(on: boolean): void {
    this.record('setAirplane', on)
  }
  fileArrived(file: { name: string; bytes: number; path: string }): void {
    this.record('fileArrived', file)
  }
  animate(fps: number): void {
    this.record('animate', fps)
  }
  snapshot(): Promise<Buffer> {
    return Promise.resolve(Buffer.from('ffd8ffd9', 'hex'))
  }
  watch(_: (jpeg: Buffer) => void, maxFps: number): () => void {
    this.record('watch', maxFps)
    return () => void this.record('unwatch')
  }
  close(): void {
    this.record('close')
  }

  private record(...call: HandsetCall): Promise<true> {
    this.calls.push({ at: this.now(), call })
    return Promise.resolve(true)
  }
}

/** Makes handsets that record their calls. */
export class RecordingFactory implements HandsetFactory {
  readonly handsets: RecordingHandset[] = []

  create(spec: HandsetSpec): Handset {
    const handset = new RecordingHandset(spec, () => performance.now())
    this.handsets.push(handset)
    return handset
  }

  close(): Promise<void> {
    return Promise.resolve()
  }

  /** The calls of all phones with this name. */
  calls(name: string): HandsetCall[] {
    return this.handsets.flatMap(({ calls }) => calls.map(({ call }) => call)).filter(([is]) => is === name)
  }
}
