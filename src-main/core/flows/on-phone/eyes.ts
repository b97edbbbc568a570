import { readFile, stat } from 'node:fs/promises'
import type { Clock } from '../../time/clock'
import { compilePattern, escapePattern, type Pattern } from '../language/pattern'
import { fill, fillNumber } from '../language/evaluate'
import type { NamedFile, Visible } from '../language/flow'
import { resolveFile } from '../language/flow-files'
import type { Names } from '../language/template'
import type { PhonePictures } from '../../pictures/pictures'
import { isAtSamePlace } from '../look/box'
import { findText, hasWord, type Found } from '../look/read-text'
import type { Screen, ScreenFrame } from '../../screens/screen'
import { noFrames } from './presence'
import { reasons } from './reasons'
import { StepFailure } from './step-failure'

/** How long something is looked for, in ms, as in Maestro's assertions. */
export const lookForMs = 7000
// A screen that never rests is looked at all the same.
const stillWithinMs = 3000
const mostPictureBytes = 20_000_000
const mostShownLines = 12

/** What is looked for, with its names filled. */
export interface Sought {
  /** For people, such as `"Notes"`. */
  shown: string
  index: number
  find: (jpeg: Buffer) => Promise<readonly Found[]>
}

export interface EyesOptions {
  clock: Clock
  screen: Screen
  pictures: PhonePictures
  stop: AbortSignal
}

/** Looks at one phone's screen. What it throws beside StepFailure is the reason of the case's end, or a FlowError. */
export class Eyes {
  readonly #options: EyesOptions
  #lines: readonly string[] | null = null

  constructor(options: EyesOptions) {
    this.#options = options
  }

  get screen(): Screen {
    return this.#options.screen
  }

  get pictures(): PhonePictures {
    return this.#options.pictures
  }

  /** The lines that were read last, those with words where there are any, for a report; null when nothing was. */
  get seen(): string | null {
    if (this.#lines === null) return null
    if (this.#lines.length === 0) return reasons.noText
    const more = this.#lines.length > mostShownLines ? ' …' : ''
    return this.#lines.slice(0, mostShownLines).join(' · ') + more
  }

  /** Waits for a still screen, for 3 s if not told otherwise. @returns whether it is still */
  rest(withinMs = stillWithinMs): Promise<boolean> {
    const { screen, stop } = this.#options
    return screen.untilStill(withinMs, stop)
  }

  /** Waits for a current frame. @throws StepFailure when none comes within 7 s */
  async frame(): Promise<ScreenFrame> {
    const { screen, stop } = this.#options
    const frame = await screen.untilSeen(lookForMs, stop, (seen) => Promise.resolve(seen))
    if (!frame) throw new StepFailure(noFrames)
    return frame
  }

  /** Fills a selector. @throws FlowError, or StepFailure for a picture that can't be read */
  async sought(selector: Visible, names: Names): Promise<Sought> {
    const index = fillNumber(selector.index, names)
    if (selector.kind === 'text') {
      const text = fill(selector.pattern, names)
      return { shown: `"${text}"`, index, find: this.#findText(compilePattern(text)) }
    }
    const { bytes, path } = await readPicture(selector.image, names)
    return {
      shown: reasons.image({ path }),
      index,
      find: (jpeg) => this.#findImage(jpeg, bytes, selector.threshold),
    }
  }

  /** A text that is looked for, letter by letter. */
  soughtText(text: string): Sought {
    return { shown: `"${text}"`, index: 0, find: this.#findText(compilePattern(escapePattern(text))) }
  }

  /** A text that is looked for by what it is like. @param shown for people */
  soughtLike(shown: string, fits: (text: string) => boolean): Sought {
    return { shown, index: 0, find: this.#findText({ fits }) }
  }

  async #findImage(jpeg: Buffer, image: Buffer, threshold: number): Promise<readonly Found[]> {
    const places = await this.pictures.find(jpeg, image, threshold)
    return places.map((place) => ({ ...place, text: null }))
  }

  #findText({ fits }: Pattern): Sought['find'] {
    return async (jpeg) => {
      const lines = await this.pictures.readText(jpeg)
      const texts = lines.map((line) => line.text.trim()).filter((text) => text !== '')
      const words = texts.filter(hasWord)
      // A calculator's digit is all that is there.
      this.#lines = words.length > 0 ? words : texts
      return findText(lines, fits)
    }
  }

  /** Shows frame after frame to `isSo`. @returns whether one was so in time */
  async untilFrame(withinMs: number, isSo: (jpeg: Buffer) => Promise<boolean>): Promise<boolean> {
    const { screen, stop } = this.#options
    const seen = await screen.untilSeen(withinMs, stop, async ({ jpeg }) =>
      (await isSo(jpeg)) ? true : null,
    )
    return seen === true
  }

  /** Looks for something until it is seen. @returns where; null when it is not seen in time */
  until(sought: Sought, withinMs: number): Promise<Found | null> {
    const { screen, stop } = this.#options
    return screen.untilSeen(withinMs, stop, async ({ jpeg }) => (await this.#look(sought, jpeg)) ?? null)
  }

  /**
   * Looks for something until it is seen at rest: on a still screen, or at the same place in two looks.
   * @param withinMs the longest wait; what moves even then is taken where it was seen last
   * @param comesWithinMs how much of it may pass before it is seen first
   * @returns where; null when it is not seen in time, or has left the screen
   */
  async untilResting(sought: Sought, withinMs: number, comesWithinMs = withinMs): Promise<Found | null> {
    const { screen, clock, stop } = this.#options
    const from = clock.monotonic()
    const left = (ms: number) => Math.max(0, from + ms - clock.monotonic())
    let before: Found | null = null
    for (;;) {
      // What moved while it was read is looked at once more, however long the reading took.
      await this.rest(before ? stillWithinMs : Math.min(stillWithinMs, left(withinMs)))
      let number = 0
      const found: Found | null = await screen.untilSeen(left(comesWithinMs), stop, async (frame) => {
        number = frame.number
        return (await this.#look(sought, frame.jpeg)) ?? null
      })
      if (!found || screen.frame?.number === number) return found
      if (before && (isAtSamePlace(before, found) || left(withinMs) === 0)) return found
      before = found
    }
  }

  /** Waits until something is not on a still screen. @returns whether it is gone in time */
  async untilGone(sought: Sought, withinMs: number): Promise<boolean> {
    const { screen, stop } = this.#options
    await this.rest(Math.min(stillWithinMs, withinMs))
    const isGone = await screen.untilSeen(withinMs, stop, async ({ jpeg }) =>
      (await this.#look(sought, jpeg)) ? null : true,
    )
    return isGone === true
  }

  /** Looks once, at a still screen; for 7 s while its frames can't be read. @throws StepFailure when none comes within 7 s */
  async isVisible(sought: Sought): Promise<boolean> {
    await this.rest()
    const { screen, stop } = this.#options
    const seen = await screen.untilSeen(lookForMs, stop, async ({ jpeg }) => ({
      place: await this.#look(sought, jpeg),
    }))
    if (!seen) throw new StepFailure(noFrames)
    return seen.place !== undefined
  }

  async #look({ find, index }: Sought, jpeg: Buffer): Promise<Found | undefined> {
    return (await find(jpeg))[index]
  }
}

/** Reads a kept picture. @throws StepFailure when it is missing or no file */
export async function readPicture(file: NamedFile, names: Names): Promise<{ bytes: Buffer; path: string }> {
  const shown = fill(file.path, names)
  const path = await resolveFile(file, names)
  const found = await stat(path).catch(() => null)
  if (!found) throw new StepFailure(reasons.pictureMissing({ path: shown }))
  if (!found.isFile() || found.size > mostPictureBytes)
    throw new StepFailure(reasons.noPicture({ path: shown }))
  return { bytes: await readFile(path), path: shown }
}
