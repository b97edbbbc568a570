interface Watcher {
  listener: (jpeg: Buffer) => void
  gapMs: number
  /** Earliest time of its next frame, on the monotonic clock. */
  dueAt: number
  timer: NodeJS.Timeout | null
}

/** Gives one phone's frames to everyone who watches it, to each at most as often as they asked. */
export class FrameFanOut {
  private readonly watchers = new Set<Watcher>()
  private newest: Buffer | null = null
  private askedFps = 0

  /** @param ask asks the phone for frames at most this often, 0 for none */
  constructor(private readonly ask: (maxFps: number) => void) {}

  /** @returns stops watching */
  add(listener: (jpeg: Buffer) => void, maxFps: number): () => void {
    const watcher: Watcher = { listener, gapMs: 1000 / Math.max(0.1, maxFps), dueAt: 0, timer: null }
    this.watchers.add(watcher)
    this.askForMost()
    queueMicrotask(() => {
      if (watcher.dueAt === 0 && this.watchers.has(watcher)) this.serve(watcher)
    })
    return () => this.remove(watcher)
  }

  publish(frame: Buffer): void {
    if (this.watchers.size === 0) return
    this.newest = frame
    for (const watcher of this.watchers) this.serve(watcher)
  }

  end(): void {
    for (const watcher of [...this.watchers]) this.remove(watcher)
  }

  private remove(watcher: Watcher): void {
    if (watcher.timer !== null) clearTimeout(watcher.timer)
    if (!this.watchers.delete(watcher)) return
    if (this.watchers.size === 0) this.newest = null
    this.askForMost()
  }

  private askForMost(): void {
    const fps = Math.max(0, ...[...this.watchers].map((watcher) => 1000 / watcher.gapMs))
    if (fps !== this.askedFps) this.ask(fps)
    this.askedFps = fps
  }

  /** Now if it is due, else when it is, with what is newest then. A millisecond early counts as due. */
  private serve(watcher: Watcher): void {
    if (watcher.timer !== null) return
    const wait = watcher.dueAt - performance.now()
    if (wait <= 1) {
      this.give(watcher)
      return
    }
    watcher.timer = setTimeout(() => {
      watcher.timer = null
      this.give(watcher)
    }, wait)
  }

  private give(watcher: Watcher): void {
    if (this.newest === null) return
    watcher.dueAt = performance.now() + watcher.gapMs
    watcher.listener(this.newest)
  }
}
