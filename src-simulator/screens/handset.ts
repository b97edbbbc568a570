/**
 * What a phone is to the service: something that can be touched, typed on, given files, and looked at.
 * The service never draws and the screens never speak HTTP; this is all they know of each other.
 */

/** A size in pixels. */
export interface Size {
  width: number
  height: number
}

/** What a phone is made of. Two handsets with equal specs start out with equal screens. */
export interface HandsetSpec {
  publicId: string
  /** Shown by the phone itself, in Settings, About. */
  name: string
  /** Pixel size of every frame, and the coordinate space of every gesture. */
  snapshot: Size
  /** Seeds everything on the phone that is made up: wallpaper, photos, messages. */
  seed: number
}

/** A way to open one of the phone's apps, as the targets of the `open_app` action name them (spec 4.5). */
export type AppTarget = { target: string; username?: string }

/** A phone. Every call is carried out in the order in which it was made. */
export interface Handset {
  readonly spec: HandsetSpec

  /**
   * The finger: down, or moved while down, with `pressed` true; up with `pressed` false. Snapshot pixels.
   * @param mayHold whether a finger that rests holds; so by default
   */
  pointer(x: number, y: number, pressed: boolean, mayHold?: boolean): void

  /** The wheel at a point; `dy` in notches, positive scrolls down. */
  scroll(x: number, y: number, dy: number): void

  /** One key by its name in resources/vocabulary.json; false when the phone has no such key. */
  key(name: string): Promise<boolean>

  /** Types into the focused field. Answers the characters that the phone could not type, in order. */
  text(text: string): Promise<{ skipped: string[] }>

  /** A named preset such as `home`, or a chord; false when the phone does not know it. */
  press(preset: { name: string } | { modifiers: string[]; key: string }): Promise<boolean>

  openUrl(url: string): void

  /** Opens an app by the target names of spec 4.5; false when the phone has no such target. */
  openApp(app: AppTarget): Promise<boolean>

  setClipboard(text: string): void
  clipboard(): Promise<string>
  setAirplane(on: boolean): void

  /**
   * A file has arrived whole. Pictures go to Photos, where a small one is shown as itself; everything else to Files.
   * @param path where its bytes lie on disk, to be read once if it is a picture
   */
  fileArrived(file: { name: string; bytes: number; path: string }): void

  /** Changes the screen this many times a second, 0 to stop: load for tests. */
  animate(fps: number): void

  /** The current screen as a whole JPEG in a buffer of its own. */
  snapshot(): Promise<Buffer>

  /**
   * Calls `listener` with the newest screen at once, and again after every change, never with a frame older than the
   * last one. Nothing is drawn without a viewer.
   * @returns stops watching
   */
  watch(listener: (jpeg: Buffer) => void, maxFps: number): () => void

  close(): void
}

/** Makes handsets and the threads that draw them. */
export interface HandsetFactory {
  create(spec: HandsetSpec): Handset
  /** Ends the threads. */
  close(): Promise<void>
}
