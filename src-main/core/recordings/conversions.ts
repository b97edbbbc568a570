import { open, type FileHandle } from 'node:fs/promises'
import { basename, dirname, parse } from 'node:path'
import {
  packAnswer,
  unpackRequest,
  type ConversionAnswer,
} from '../../../src-shared/bridge/conversion-packet'
import type { PageId } from '../../../src-shared/bridge/page-id'
import type { Port } from '../../../src-shared/bridge/port'
import {
  mostWrittenBytes,
  type FrameToConvert,
  type StartedConversion,
  type VideoFormat,
} from '../../../src-shared/features/conversions'
import type { Size } from '../../../src-shared/protocol/device'
import { FaultError, type Fault, type NotConvertedReason } from '../../../src-shared/protocol/fault'
import { isThere } from '../disk/is-there'
import { createDiskFile, type DiskFile } from './disk-file'
import { createPart, giveName, notSaved } from '../disk/save-file'
import { shownText } from '../service/shown-text'
import { safePart } from '../disk/file-name'
import { NoRecording, readRecording, type RecordingReader, type SizedFrame } from './read-recording'

const pieceBytes = 512 * 1024
const mostFramesOfPiece = 100
/** Of the time of the size that is shown longest; what is shown for less decides nothing. */
const leastShare = 0.1

/** Converts recordings with the help of pages, one at a time: the page encodes, the core reads and writes. */
export interface Conversions {
  /** How many are under way: 0 or 1. */
  readonly running: number
  /** The path of the recording that is converted; null for none. */
  readonly source: string | null
  /** Opens a recording, and a new file beside it. @throws FaultError `not-converted`, `not-saved` */
  start(recording: string, format: VideoFormat, by: PageId): Promise<StartedConversion>
  /** Connects a page, which asks for frames and sends what they become. */
  attach(port: Port<ArrayBuffer>): void
  /** Closes the new file. @returns its path @throws FaultError `not-saved`, `not-converted`; of a failed one, why it failed */
  finish(id: number): Promise<{ path: string }>
  /** Removes the new file. */
  cancel(id: number): Promise<void>
  /** A page is gone: ends the one that it converts at once, removes its file, and says so. */
  leave(pageId: PageId): void
  /** The same for the end of the program. */
  close(): void
}

interface Running {
  by: PageId
  id: number
  path: string
  name: string
  folder: string
  nameOf: (number: number) => string
  source: FileHandle
  reader: RecordingReader
  target: DiskFile
  /** The length of the new file in bytes. */
  end: number
  /** A frame that the last piece had no room for. */
  next: SizedFrame | null
  /** Ends when all that was asked for is done. */
  tail: Promise<unknown>
}

type Whole = Omit<StartedConversion, 'id'>

function failed(name: string, error: unknown): FaultError {
  const { code, message: detail } = error as NodeJS.ErrnoException
  const why = code === 'ENOENT' ? 'gone' : 'unreadable'
  return new FaultError({ kind: 'not-converted', name, why, detail })
}

const refused = (name: string, why: NotConvertedReason) =>
  new FaultError({ kind: 'not-converted', name, why, detail: '' })

/**
 * Reads a recording once. Its size is the largest that is shown for long, so that one odd frame decides nothing; of a turning
 * phone's two the one that is shown longer.
 */
async function measure(reader: RecordingReader): Promise<Whole | null> {
  const shownMs = new Map<string, { size: Size; ms: number }>()
  let last: SizedFrame | null = null
  const show = ({ size, at }: SizedFrame, until: number) => {
    const key = `${size.width}x${size.height}`
    shownMs.set(key, { size, ms: (shownMs.get(key)?.ms ?? 0) + until - at })
  }
  for (let frame = await reader.next(); frame; frame = await reader.next()) {
    if (last) show(last, frame.at)
    last = frame
  }
  if (!last) return null
  const ms = Math.max(reader.duration ?? 0, last.at)
  show(last, ms)
  const sizes = [...shownMs.values()]
  const longMs = leastShare * Math.max(...sizes.map((one) => one.ms))
  const pixels = ({ width, height }: Size) => width * height
  const [shown] = sizes
    .filter((one) => one.ms >= longMs)
    .toSorted((a, b) => pixels(b.size) - pixels(a.size) || b.ms - a.ms)
  const { title, startedAt } = reader
  return { size: shown?.size ?? last.size, ms, title: shownText(title, []), startedAt }
}

export interface ConversionsOptions {
  /** Returns the path of a recording; undefined for an unknown id. */
  pathOf: (recording: string) => string | undefined
  onMade: (path: string) => void
  /** The page that converted one is gone. */
  onLeft: (fault: Fault) => void
}

export function createConversions({ pathOf, onMade, onLeft }: ConversionsOptions): Conversions {
  let running: Running | null = null
  /** The recording that is opened, for a page that may be gone by then: no other page can encode it. */
  let starting: { path: string; by: PageId; isOver: boolean } | null = null
  let started = 0
  /** Why the last one failed. */
  let failure: { id: number; why: unknown } | null = null

  const end = async (own: Running) => {
    if (running === own) running = null
    await own.source.close().catch(() => undefined)
    await own.target.close().catch(() => undefined)
  }
  /** Closes both files and removes the new one. */
  const drop = async (own: Running) => {
    await end(own)
    try {
      own.target.remove()
    } catch {
      // It is gone, or stays in a folder that can't be written any more.
    }
  }
  /** Runs one step at a time of the conversion under way, and drops it when one fails. */
  const inTurn = <Result>(id: number, step: (own: Running) => Promise<Result>): Promise<Result> => {
    const own = running
    if (own?.id !== id) return Promise.reject(failure?.id === id ? failure.why : refused('', 'ended'))
    const result = own.tail.then(async () => {
      if (running !== own) throw refused(own.name, 'ended')
      try {
        return await step(own)
      } catch (thrown) {
        failure = { id, why: thrown }
        await drop(own)
        throw thrown
      }
    })
    own.tail = result.catch(() => undefined)
    return result
  }
  const openSource = async (path: string, name: string): Promise<{ source: FileHandle; whole: Whole }> => {
    const source = await open(path, 'r').catch((error: unknown) => {
      throw failed(name, error)
    })
    try {
      const whole = await measure(readRecording(source))
      if (!whole) throw refused(name, 'empty')
      return { source, whole }
    } catch (thrown) {
      await source.close().catch(() => undefined)
      if (thrown instanceof NoRecording) throw refused(name, 'unreadable')
      throw thrown instanceof FaultError ? thrown : failed(name, thrown)
    }
  }
  const begin = async (
    start: NonNullable<typeof starting>,
    format: VideoFormat,
  ): Promise<StartedConversion> => {
    const { path, by } = start
    const name = basename(path)
    const folder = dirname(path)
    const { source, whole } = await openSource(path, name)
    try {
      if (start.isOver) throw refused(name, 'ended')
      const nameOf = (number: number) =>
        safePart(parse(path).name, `${number === 1 ? '' : ` (${number})`}.${format}`)
      const created = await createPart(folder, nameOf)
      const id = ++started
      const target = createDiskFile(created)
      const reader = readRecording(source)
      const own: Running = {
        id,
        by,
        path,
        name,
        folder,
        nameOf,
        source,
        reader,
        target,
        end: 0,
        next: null,
        tail: Promise.resolve(),
      }
      if (start.isOver) {
        await drop(own)
        throw refused(name, 'ended')
      }
      running = own
      return { id, ...whole }
    } catch (thrown) {
      await source.close().catch(() => undefined)
      throw thrown
    }
  }

  const read = (id: number): Promise<ConversionAnswer> =>
    inTurn(id, async (own) => {
      const frames: FrameToConvert[] = []
      let bytes = 0
      try {
        let next = own.next ?? (await own.reader.next())
        for (; next; next = await own.reader.next()) {
          bytes += next.jpeg.byteLength
          if (frames.length > 0 && (bytes > pieceBytes || frames.length === mostFramesOfPiece)) break
          frames.push(next)
        }
        own.next = next
      } catch (error) {
        throw failed(own.name, error)
      }
      return { conversion: id, kind: own.next ? 'frames' : 'last', frames }
    })
  /** Writes a part of the new file, at most at its present end. */
  const write = (id: number, at: number, bytes: Uint8Array): Promise<ConversionAnswer> =>
    inTurn(id, async (own) => {
      if (at > own.end || bytes.byteLength > mostWrittenBytes) throw refused(own.name, 'failed')
      try {
        await own.target.write([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)], at)
      } catch (error) {
        throw notSaved(own.folder, error)
      }
      own.end = Math.max(own.end, at + bytes.byteLength)
      return { conversion: id, kind: 'written', frames: [] }
    })
  /** @returns null for what is no request */
  const answer = async (packet: ArrayBuffer): Promise<ArrayBuffer | null> => {
    const request = unpackRequest(packet)
    if (!request) return null
    const { conversion, at, bytes } = request
    const answered = bytes.byteLength > 0 ? write(conversion, at, bytes) : read(conversion)
    return packAnswer(await answered.catch(() => ({ conversion, kind: 'failed', frames: [] })))
  }

  const stop = () => {
    const own = running
    running = null
    if (starting) starting.isOver = true
    try {
      own?.target.remove()
    } catch {
      // As in `drop`.
    }
    if (own) void own.tail.then(() => end(own))
  }

  return {
    get running() {
      return running || starting !== null ? 1 : 0
    },
    get source() {
      return starting?.path ?? running?.path ?? null
    },
    async start(recording, format, by) {
      const path = pathOf(recording)
      if (path === undefined) throw refused('', 'gone')
      if (running || starting !== null) throw refused(basename(path), 'busy')
      starting = { path, by, isOver: false }
      try {
        return await begin(starting, format)
      } finally {
        starting = null
      }
    },
    attach(port) {
      port.onMessage((packet) => void answer(packet).then((answered) => answered && port.send(answered)))
    },
    finish: (id) =>
      inTurn(id, async (own) => {
        running = null
        await own.source.close().catch(() => undefined)
        try {
          await own.target.close()
        } catch (error) {
          throw notSaved(own.folder, error)
        }
        const part = own.target.path
        // Somebody may have removed it while it was written.
        if (!(await isThere(part))) throw refused(own.nameOf(1), 'gone')
        const path = await giveName(part, own.folder, own.nameOf)
        onMade(path)
        return { path }
      }),
    async cancel(id) {
      const own = running
      if (own?.id !== id) return
      running = null
      await own.tail
      await drop(own)
    },
    leave(pageId) {
      const { by, path } = starting ?? running ?? {}
      if (path === undefined || by !== pageId) return
      stop()
      onLeft(refused(basename(path), 'ended').fault)
    },
    close: stop,
  }
}
