import { randomUUID } from 'node:crypto'
import { statfs } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import type { RecordedFile, RecordingsState } from '../../../src-shared/features/recordings-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import type { CancelTimer, Clock } from '../time/clock'
import { createDiskFile } from './disk-file'
import { isThere } from '../disk/is-there'
import type { NoteWork, WorkInHand } from '../disk/journal'
import type { NewFile } from '../disk/save-file'
import { DiskTooSlow, startRecording, type Recording } from './recording'
import type { FramedPhone } from '../frames/live-frames'

// Of many lost files, so many are named; the others are counted.
const mostNamed = 5
// What the window shows of a recording is this old at most.
const tellEveryMs = 1000
// A full disk is found by writing, and this is for the person; a file that somebody removed is found only here.
const lookAtDiskEveryMs = 5000

/** Records phones, each to a file of its own. */
export interface Recordings {
  readonly state: RecordingsState
  /** Whether a recording still writes this file. */
  isOpen(path: string): boolean
  /** Phones that are recorded already go on. @throws FaultError `recording-off`, `not-saved` */
  start(phones: readonly FramedPhone[]): Promise<void>
  /** Ends these recordings, and resolves when their files are closed. */
  stop(publicIds: readonly string[]): Promise<void>
  /** Ends all recordings. */
  stopAll(): void
  /** Finishes all files at once, for the end of the program. */
  close(): void
}

export interface RecordingsOptions {
  clock: Clock
  isAllowed: boolean
  /** Creates the file of a recording. @throws FaultError `not-saved` */
  createFile: (phone: Pick<FramedPhone, 'publicId' | 'name'>) => Promise<NewFile>
  note: NoteWork
  onState: (state: RecordingsState) => void
  onEnded: (files: readonly RecordedFile[]) => void
  onFault: (fault: Fault) => void
}

interface Running {
  publicId: string
  deviceName: string
  startedAt: number
  recording: Recording
  /** Ends its frames. */
  close: () => void
  /** Null until the file is there. */
  work: WorkInHand | null
}

function reasonOf(error: Error): Extract<Fault, { kind: 'recording-stopped' }>['reason'] {
  if (error instanceof DiskTooSlow) return 'disk-slow'
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOSPC' || code === 'EDQUOT' ? 'disk-full' : 'not-written'
}

export function createRecordings(options: RecordingsOptions): Recordings {
  const { clock, isAllowed, createFile, note, onState, onEnded, onFault } = options
  const running = new Map<string, Running>()
  const closing = new Set<Running>()
  let bytesLeft: number | null = null
  let lookedAt = -Infinity
  let cancelTell: CancelTimer | null = null

  const state = (): RecordingsState => ({
    running: [...running.values(), ...closing].map(
      ({ publicId, deviceName, startedAt, recording, work }) => ({
        publicId,
        deviceName,
        startedAt,
        bytes: work ? recording.bytes : 0,
      }),
    ),
    bytesLeft,
  })
  const lookAtDisk = async (folder: string) => {
    lookedAt = clock.monotonic()
    try {
      const { bavail, bsize } = await statfs(folder)
      bytesLeft = bavail * bsize
    } catch {
      bytesLeft = null
    }
    onState(state())
    const all = [...running.values()]
    const there = await Promise.all(all.map(({ work }) => work === null || isThere(work.what)))
    await end(all.filter((each, at) => !there[at] && running.get(each.publicId) === each))
  }
  const tell = () => {
    cancelTell?.()
    cancelTell = null
    onState(state())
    const [first] = running.values()
    if (!first) return
    const isLate = clock.monotonic() - lookedAt >= lookAtDiskEveryMs
    if (first.work && isLate) void lookAtDisk(dirname(first.work.what))
    cancelTell = clock.after(tellEveryMs, tell)
  }

  /** Ends these recordings. @returns their files, without those that somebody has removed or moved */
  const closeFiles = async (
    ended: readonly Running[],
  ): Promise<{ files: RecordedFile[]; gone: string[] }> => {
    for (const each of ended) {
      running.delete(each.publicId)
      closing.add(each)
      each.close()
    }
    const gone: string[] = []
    const files = await Promise.all(
      ended.map(async (each): Promise<RecordedFile[]> => {
        const recorded = await each.recording.end()
        // The program's end may have closed it first.
        if (!closing.delete(each) || !each.work) return []
        const path = each.work.what
        note(each.work, 'ended')
        if (!recorded) return []
        if (await isThere(path)) return [{ publicId: each.publicId, path, ...recorded }]
        gone.push(path)
        return []
      }),
    )
    tell()
    return { files: files.flat(), gone }
  }
  const end = async (ended: readonly Running[]) => {
    if (ended.length === 0) return
    const { files, gone } = await closeFiles(ended)
    const [lost] = gone
    const names = gone.slice(0, mostNamed).map((path) => basename(path))
    if (gone.length > mostNamed) names.push(`+${gone.length - mostNamed}`)
    if (lost !== undefined)
      onFault({ kind: 'recording-stopped', reason: 'gone', folder: dirname(lost), detail: names.join('\n') })
    if (files.length > 0 || gone.length === 0) onEnded(files)
  }

  const startOne = async ({ publicId, name, open }: FramedPhone) => {
    const creating = createFile({ publicId, name })
    const recording = startRecording({
      clock,
      opening: creating.then(createDiskFile),
      title: name,
      onFailed(error) {
        const folder = dirname(own.work?.what ?? '')
        onFault({ kind: 'recording-stopped', reason: reasonOf(error), folder, detail: error.message })
        void end([own])
      },
    })
    const own: Running = {
      publicId,
      deviceName: name,
      startedAt: clock.now(),
      recording,
      close: () => undefined,
      work: null,
    }
    running.set(publicId, own)
    own.close = open(recording)
    try {
      const { path } = await creating
      own.work = { id: randomUUID(), kind: 'recording', what: path, publicId, deviceName: name }
      if (running.get(publicId) === own || closing.has(own)) note(own.work, 'under-way')
    } catch (thrown) {
      await closeFiles([own])
      throw thrown
    }
  }

  return {
    get state() {
      return state()
    },
    isOpen: (path) => [...running.values(), ...closing].some(({ work }) => work?.what === path),
    async start(phones) {
      if (!isAllowed) throw new FaultError({ kind: 'recording-off' })
      const starting = phones.filter(({ publicId }) => !running.has(publicId)).map(startOne)
      tell()
      const outcomes = await Promise.allSettled(starting)
      tell()
      for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason
    },
    stop: (publicIds) => end(publicIds.flatMap((publicId) => running.get(publicId) ?? [])),
    stopAll: () => void end([...running.values()]),
    close() {
      cancelTell?.()
      const files = [...running.values(), ...closing].flatMap(({ publicId, recording, close, work }) => {
        close()
        const recorded = recording.endNow()
        if (!work) return []
        note(work, 'ended')
        return recorded ? [{ publicId, path: work.what, ...recorded }] : []
      })
      if (files.length > 0) onEnded(files)
      running.clear()
      closing.clear()
    },
  }
}
