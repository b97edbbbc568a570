import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RecordedFile, RecordingsState } from '../../../src-shared/features/recordings-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { createRecordings, type Recordings } from '../../../src-main/core/recordings/recordings'
import { LiveFrames, type FrameSink } from '../../../src-main/core/frames/live-frames'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { readMatroska } from './read-matroska'

const size = { width: 10, height: 20 }
const frame = (content: number) => ({ jpeg: Buffer.alloc(100, content), size, receivedAt: 0 })

describe('the recordings', () => {
  let folder = ''
  let clock: FakeClock
  let notes: string[]
  let states: RecordingsState[]
  let ended: (readonly RecordedFile[])[]
  let faults: Fault[]
  let frames: LiveFrames
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetwall-recordings-'))
    clock = createFakeClock()
    ;[notes, states, ended, faults] = [[], [], [], []]
    frames = new LiveFrames(() => undefined)
    for (const publicId of ['ash', 'birch']) frames.push(publicId, frame(0))
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const make = (isAllowed = true): Recordings =>
    createRecordings({
      clock,
      isAllowed,
      async createFile({ name }) {
        if (name === 'Lost') throw new FaultError({ kind: 'cancelled' })
        const path = join(folder, `${name}.mkv`)
        return { path, file: await open(path, 'wx') }
      },
      note: ({ deviceName }, state) => notes.push(`${deviceName} ${state}`),
      onState: (state) => states.push(state),
      onEnded: (files) => ended.push(files),
      onFault: (fault) => faults.push(fault),
    })
  const phone = (name: string) => {
    const publicId = name.toLowerCase()
    return { publicId, name, open: (sink: FrameSink) => frames.open(publicId, sink) }
  }
  const read = (name: string) => readMatroska(readFileSync(join(folder, `${name}.mkv`)))

  it('write one file for each phone, and report when all are closed', async () => {
    const recordings = make()
    await recordings.start([phone('Ash'), phone('Birch')])
    expect(frames.holds('ash')).toBe(true)
    clock.advance(100)
    frames.push('ash', frame(1))
    frames.push('cedar', frame(2))
    const stopping = recordings.stop(['ash', 'birch', 'cedar'])
    expect(frames.holds('ash')).toBe(false)
    // The tile says so until the file is closed.
    expect(recordings.state.running.map(({ publicId }) => publicId)).toEqual(['ash', 'birch'])
    await stopping
    expect(recordings.state.running).toEqual([])
    expect(ended).toMatchObject([[{ publicId: 'ash', ms: 100 }, { publicId: 'birch' }]])
    expect([read('Ash').frames.length, read('Birch').frames.length]).toEqual([2, 1])
    // Files of several phones are created and closed at once, in any order.
    expect(notes.slice(0, 2).sort()).toEqual(['Ash under-way', 'Birch under-way'])
    expect(notes.slice(2).sort()).toEqual(['Ash ended', 'Birch ended'])
  })

  it('report size and disk space every second', async () => {
    const recordings = make()
    await recordings.start([phone('Ash')])
    clock.advance(1000)
    await expect.poll(() => states.at(-1)?.bytesLeft).toBeGreaterThan(0)
    expect(states.at(-1)).toMatchObject({ running: [{ publicId: 'ash' }] })
    expect(states.at(-1)?.running[0]?.bytes).toBeGreaterThan(100)
    await recordings.stop(['ash'])
    const told = states.length
    clock.advance(10_000)
    expect(states).toHaveLength(told)
  })

  it('keep the running recording of a phone that is asked for twice', async () => {
    const recordings = make()
    await recordings.start([phone('Ash')])
    await recordings.start([phone('Ash')])
    await recordings.stop(['ash'])
    expect(readdirSync(folder)).toEqual(['Ash.mkv'])
  })

  it('record the other phones when one has no file', async () => {
    const recordings = make()
    await expect(recordings.start([phone('Lost'), phone('Ash')])).rejects.toThrow('cancelled')
    expect([frames.holds('lost'), frames.holds('ash')]).toEqual([false, true])
    expect(ended).toEqual([])
    await recordings.stop(['ash'])
  })

  it('say that a file is gone, instead of where it was', async () => {
    const recordings = make()
    await recordings.start([phone('Ash')])
    await rm(join(folder, 'Ash.mkv'))
    await recordings.stop(['ash'])
    expect(faults).toMatchObject([{ kind: 'recording-stopped', reason: 'gone', folder }])
    expect(ended).toEqual([])
  })

  it('end when their file is removed, without waiting for the person', async () => {
    const recordings = make()
    await recordings.start([phone('Ash'), phone('Birch')])
    await rm(join(folder, 'Ash.mkv'))
    clock.advance(6000)
    await expect.poll(() => faults.length).toBe(1)
    expect(faults).toMatchObject([{ kind: 'recording-stopped', reason: 'gone', folder }])
    expect([frames.holds('ash'), frames.holds('birch')]).toEqual([false, true])
    await recordings.stop(['birch'])
    expect(ended.flat()).toMatchObject([{ publicId: 'birch' }])
  })

  it('refuse where the policy switches them off', async () => {
    await expect(make(false).start([phone('Ash')])).rejects.toMatchObject({
      fault: { kind: 'recording-off' },
    })
  })

  it('close all files when the program ends', async () => {
    const recordings = make()
    await recordings.start([phone('Ash'), phone('Birch')])
    recordings.close()
    expect([read('Ash').isFinished, read('Birch').isFinished]).toEqual([true, true])
    expect(notes.slice(2)).toEqual(['Ash ended', 'Birch ended'])
    expect(ended.flat().map(({ publicId }) => publicId)).toEqual(['ash', 'birch'])
  })

  it('end with one sentence about the folder when the disk fails', async () => {
    const recordings = createRecordings({
      clock,
      isAllowed: true,
      async createFile() {
        const path = join(folder, 'Ash.mkv')
        const file = await open(path, 'wx')
        const full = Object.assign(new Error('no space left'), { code: 'ENOSPC' })
        return { path, file: Object.assign(file, { writev: () => Promise.reject(full) }) }
      },
      note: () => undefined,
      onState: () => undefined,
      onEnded: (files) => ended.push(files),
      onFault: (fault) => faults.push(fault),
    })
    await recordings.start([phone('Ash')])
    clock.advance(500)
    await expect.poll(() => recordings.state.running).toEqual([])
    expect(faults).toEqual([
      { kind: 'recording-stopped', reason: 'disk-full', folder, detail: 'no space left' },
    ])
  })
})
