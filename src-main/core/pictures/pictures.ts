import { createHash } from 'node:crypto'
import type { Clock } from '../time/clock'
import { unlessStopped } from '../time/unless-stopped'
import { createLane } from './lane'
import {
  LookFailed,
  type Likeness,
  type Look,
  type LookKind,
  type Looks,
  type Mask,
  type Place,
  type Sheet,
} from './looks'
import { pictureSize } from './picture-size'
import type { PictureWork, StartPictureProcess } from './picture-process'

/** Looks at the pictures of one phone. Everything throws LookFailed, for that phone alone. Sizes are in px. */
export interface PhonePictures {
  /** Returns the lines of text on a screen, from top to bottom. A frame that was read before costs nothing. */
  readText(jpeg: Buffer): Promise<Looks['read']['finds']>
  compare(seen: Buffer, kept: Buffer, masks: readonly Mask[]): Promise<Likeness>
  /** Draws what differs, as PNG. @returns null when the sizes differ */
  difference(seen: Buffer, kept: Buffer, masks: readonly Mask[]): Promise<Buffer | null>
  /** Finds a part in the picture, in a few sizes. @param threshold how alike they must be, 0 to 1 */
  find(seen: Buffer, part: Buffer, threshold: number): Promise<Looks['find']['finds']>
  /** Whether two frames differ to the eye, beside their status bars. */
  hasChanged(before: Buffer, now: Buffer): Promise<boolean>
  /** Makes a small JPEG. */
  thumbnail(picture: Buffer, width: number): Promise<Buffer>
  /** As `thumbnail`, for a program that waits for it. */
  scaled(picture: Buffer, width: number): Promise<Buffer>
  /** Cuts a part out of a picture, as PNG; less where the picture ends. */
  cutOut(picture: Buffer, place: Place): Promise<Buffer>
  /** Whether a picture has one shade of gray alone: each plain part of a screen looks like it. */
  isPlain(picture: Buffer): Promise<boolean>
  toPng(picture: Buffer): Promise<Buffer>
}

/** Everything that decodes what phones send, in processes without keys. */
export interface Pictures {
  /** @param stop ends looks that wait, which throw its reason */
  of(publicId: string, stop?: AbortSignal): PhonePictures
  /** Draws a contact sheet. @returns the bytes of a PNG, or of a PDF of one page @throws LookFailed */
  sheet(sheet: Sheet, format: 'png' | 'pdf'): Promise<Buffer>
  /** A person touches a phone: reading leaves the processor to them for a while. */
  giveWay(): void
  /** Starts the processes that see phones, so that the first look needs not wait for them. */
  warmUp(): void
  /** Ends the processes; looks under way fail. */
  close(): void
}

/** The phone that a look is for, and what ends it. */
interface Asker {
  phone: string
  stop?: AbortSignal | undefined
}

export interface PicturesOptions {
  clock: Pick<Clock, 'monotonic' | 'after'>
  start: StartPictureProcess
}

/** Which process does a look, and how much time of the processor it may take, in ms. */
const works: Record<LookKind, { work: PictureWork; cpuMs: number }> = {
  read: { work: 'reading', cpuMs: 10_000 },
  compare: { work: 'judging', cpuMs: 3000 },
  difference: { work: 'judging', cpuMs: 3000 },
  // Some 1 s for a cut-out that is nowhere, in all sizes.
  find: { work: 'judging', cpuMs: 8000 },
  changed: { work: 'judging', cpuMs: 3000 },
  thumbnail: { work: 'drawing', cpuMs: 10_000 },
  // Beside the frames of a wall `drawing` may get no processor for seconds.
  scaled: { work: 'judging', cpuMs: 3000 },
  cutOut: { work: 'drawing', cpuMs: 10_000 },
  plain: { work: 'judging', cpuMs: 3000 },
  png: { work: 'drawing', cpuMs: 10_000 },
  sheet: { work: 'drawing', cpuMs: 60_000 },
}

const mostKnownFrames = 300
// To hash a larger one takes longer than a frame may wait.
const mostHashedBytes = 1024 * 1024
const giveWayEveryMs = 100

export function createPictures({ clock, start }: PicturesOptions): Pictures {
  const laneOf = (work: PictureWork) => createLane({ clock, start: () => start(work) })
  const lanes: Record<PictureWork, ReturnType<typeof laneOf>> = {
    reading: laneOf('reading'),
    judging: laneOf('judging'),
    drawing: laneOf('drawing'),
  }
  let gaveWayAt = -Infinity
  const known = new Map<string, Promise<Looks['read']['finds']>>()

  const ask = <Kind extends LookKind>({ phone, stop }: Asker, kind: Kind, takes: Looks[Kind]['takes']) => {
    const { work, cpuMs } = works[kind]
    // The process answers each look with what its kind finds.
    return lanes[work].ask(phone, { kind, ...takes } as unknown as Look, cpuMs, stop) as Promise<
      Looks[Kind]['finds']
    >
  }
  const look = async <Kind extends LookKind>(
    asker: Asker,
    kind: Kind,
    takes: Looks[Kind]['takes'],
    ...pictures: readonly Buffer[]
  ) => {
    for (const picture of pictures) assertPicture(picture)
    return ask(asker, kind, takes)
  }

  const read = (asker: Asker, picture: Buffer): Promise<Looks['read']['finds']> => {
    if (picture.byteLength > mostHashedBytes) return look(asker, 'read', { picture }, picture)
    const key = createHash('sha1').update(picture).digest('base64')
    const others = known.get(key)
    const reading = others ?? look(asker, 'read', { picture }, picture)
    known.delete(key)
    known.set(key, reading)
    const oldest = known.keys().next()
    if (known.size > mostKnownFrames && !oldest.done) known.delete(oldest.value)
    if (!others) {
      reading.catch(() => known.delete(key))
      return reading
    }
    return (asker.stop ? unlessStopped(others, asker.stop) : others).catch((error: unknown) => {
      if (error instanceof LookFailed || asker.stop?.aborted) throw error
      // Only who asked first was stopped.
      return read(asker, picture)
    })
  }
  const ofPhone = (phone: Asker): PhonePictures => ({
    readText: (jpeg) => read(phone, jpeg),
    compare: (seen, kept, masks) => look(phone, 'compare', { seen, kept, masks }, seen, kept),
    difference: async (seen, kept, masks) => {
      const png = await look(phone, 'difference', { seen, kept, masks }, seen, kept)
      return png && bufferOf(png)
    },
    find: (seen, part, threshold) => look(phone, 'find', { seen, part, threshold }, seen, part),
    hasChanged: (before, now) => look(phone, 'changed', { before, now }, before, now),
    thumbnail: async (picture, width) =>
      bufferOf(await look(phone, 'thumbnail', { picture, width }, picture)),
    scaled: async (picture, width) => bufferOf(await look(phone, 'scaled', { picture, width }, picture)),
    cutOut: async (picture, place) =>
      bufferOf(await look(phone, 'cutOut', { picture, place: { ...place } }, picture)),
    isPlain: (picture) => look(phone, 'plain', { picture }, picture),
    toPng: async (picture) => bufferOf(await look(phone, 'png', { picture }, picture)),
  })

  return {
    of: (phone, stop) => ofPhone({ phone, stop }),
    async sheet(sheet, format) {
      const phones = sheet.phones.map((phone) => ({
        ...phone,
        // A damaged picture is as good as none.
        jpeg: phone.jpeg && pictureSize(phone.jpeg) ? phone.jpeg : null,
      }))
      return bufferOf(await ask({ phone: '' }, 'sheet', { sheet: { ...sheet, phones }, format }))
    },
    giveWay() {
      // A moving finger says so at every refresh.
      if (clock.monotonic() - gaveWayAt < giveWayEveryMs) return
      gaveWayAt = clock.monotonic()
      lanes.reading.giveWay()
    },
    warmUp() {
      lanes.reading.warmUp()
      lanes.judging.warmUp()
    },
    close() {
      for (const lane of Object.values(lanes)) lane.close()
    },
  }
}

const bufferOf = (bytes: Uint8Array) => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)

/** @throws LookFailed for what is no picture, and for one that is too large */
function assertPicture(picture: Buffer): void {
  if (!pictureSize(picture))
    throw new LookFailed('The picture isn’t a whole JPEG or PNG, or has more than 16 megapixels.')
}
