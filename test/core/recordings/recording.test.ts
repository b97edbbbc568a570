import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { open } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createDiskFile, type DiskFile } from '../../../src-main/core/recordings/disk-file'
import { Backlog, startRecording, type Recording } from '../../../src-main/core/recordings/recording'
import { createFakeClock, type FakeClock } from '../time/fake-clock'
import { readMatroska } from './read-matroska'

const size = { width: 750, height: 1334 }
const jpegOf = (number: number, bytes = 400) => Buffer.alloc(bytes, number % 251)

describe('a recording', () => {
  let folder = ''
  let path = ''
  let clock: FakeClock
  let failed: Error[]
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetwall-recording-'))
    path = join(folder, 'Ash.mkv')
    clock = createFakeClock()
    failed = []
  })
  afterEach(() => rmSync(folder, { recursive: true }))

  const newFile = async () => createDiskFile({ path, file: await open(path, 'wx') })
  const start = async (
    shown: Buffer | null,
    file?: DiskFile,
    backlog = new Backlog(),
  ): Promise<Recording> => {
    const opening = file ? Promise.resolve(file) : newFile()
    const recording = startRecording({
      clock,
      opening,
      backlog,
      title: 'Ash',
      onFailed: (error) => failed.push(error),
    })
    if (shown) recording.push({ jpeg: shown, size })
    await opening
    return recording
  }
  /** Waits until the file has all that the recording took. */
  const written = (recording: Recording) =>
    expect.poll(() => recording.bytes - statSync(path).size, { interval: 1 }).toBe(0)
  const read = () => readMatroska(readFileSync(path))

  it('keeps every frame unchanged with its time, from the one shown at the start', async () => {
    const recording = await start(jpegOf(0))
    const times = [0]
    for (let number = 1; number <= 200; number += 1) {
      clock.advance(37)
      times.push(number * 37)
      recording.push({ jpeg: jpegOf(number, 300 + number), size })
    }
    clock.advance(5000)
    const recorded = await recording.end()
    const file = read()
    expect(file.frames.map(({ at }) => at)).toEqual(times)
    expect(file.frames.slice(1).every(({ jpeg }, at) => jpeg.equals(jpegOf(at + 1, 301 + at)))).toBe(true)
    expect(file).toMatchObject({ ...size, title: 'Ash', duration: 12_400, isFinished: true })
    expect(recorded).toEqual({ ms: 12_400, bytes: readFileSync(path).byteLength })
    expect(failed).toEqual([])
  })

  it('has an index that leads to clusters', async () => {
    const recording = await start(jpegOf(0))
    for (let second = 0; second < 60; second += 1) {
      clock.advance(1000)
      await written(recording)
      recording.push({ jpeg: jpegOf(second), size })
    }
    await recording.end()
    const { cues, clusterPlaces } = read()
    expect(cues.length).toBeGreaterThan(15)
    expect(cues.every(({ place }) => clusterPlaces.includes(place))).toBe(true)
  })

  it('begins with the first frame of a phone that shows none', async () => {
    const recording = await start(null)
    clock.advance(3000)
    recording.push({ jpeg: jpegOf(1), size })
    clock.advance(100)
    recording.push({ jpeg: jpegOf(2), size })
    await recording.end()
    expect(read().frames.map(({ at }) => at)).toEqual([0, 100])
  })

  it('leaves no file when no frame came', async () => {
    const recording = await start(null)
    expect(await recording.end()).toBeNull()
    expect(existsSync(path)).toBe(false)
  })

  it('keeps the gap of a phone that was away, and of a computer that slept', async () => {
    const recording = await start(jpegOf(0))
    clock.advance(90_000)
    recording.push({ jpeg: jpegOf(1), size })
    clock.advance(10)
    clock.setWall(3_600_000)
    clock.advance(1000)
    recording.push({ jpeg: jpegOf(2), size })
    await recording.end()
    expect(read().frames.map(({ at }) => at)).toEqual([0, 90_000, 3_691_010])
  })

  it('is written at most half a second after its frames, in whole clusters', async () => {
    const recording = await start(jpegOf(0))
    clock.advance(499)
    expect(readFileSync(path).byteLength).toBe(0)
    clock.advance(1)
    await written(recording)
    expect(read()).toMatchObject({ frames: [{ at: 0 }], isFinished: false, duration: null })
    await recording.end()
  })

  it('can be read to its last whole frame wherever a kill cut it', async () => {
    const recording = await start(jpegOf(0))
    for (let number = 1; number < 100; number += 1) {
      clock.advance(100)
      recording.push({ jpeg: jpegOf(number), size })
    }
    clock.advance(500)
    await written(recording)
    const file = readFileSync(path)
    await recording.end()
    for (let kill = 0; kill < 20; kill += 1) {
      const length = 1000 + Math.floor(Math.random() * (file.byteLength - 1000))
      const { frames } = readMatroska(file.subarray(0, length))
      expect(frames.map(({ at }) => at)).toEqual(frames.map((_, number) => number * 100))
      const fits = Math.floor((length - 700) / 420)
      expect(frames.length, `cut at ${length}`).toBeGreaterThanOrEqual(fits - 4)
    }
  })

  it('is whole when the program ends in the middle of a write', async () => {
    const recording = await start(jpegOf(0))
    for (let number = 1; number < 30; number += 1) {
      clock.advance(100)
      recording.push({ jpeg: jpegOf(number), size })
    }
    recording.endNow()
    expect(read()).toMatchObject({ duration: 2900, isFinished: true })
    expect(read().frames).toHaveLength(30)
  })

  it('is whole when the program ends while it is being finished', async () => {
    const recording = await start(jpegOf(0))
    recording.push({ jpeg: jpegOf(1), size })
    void recording.end()
    recording.endNow()
    expect(read()).toMatchObject({ isFinished: true, frames: [{}, {}] })
  })

  /** Waits until the disk took, or refused, all that is due. */
  const taken = (recording: Recording) =>
    expect
      .poll(() => failed.length > 0 || statSync(path).size > recording.bytes - 5 * 430, { interval: 1 })
      .toBe(true)
  /** A file on a disk that takes this many bytes. */
  const smallDisk = async (room: number): Promise<DiskFile> => {
    const file = await newFile()
    return {
      ...file,
      async write(chunks, at) {
        const all = Buffer.concat(chunks)
        const fits = Math.max(0, Math.min(all.byteLength, room - at))
        await file.write([all.subarray(0, fits)], at)
        if (fits < all.byteLength) throw Object.assign(new Error('no space left'), { code: 'ENOSPC' })
      },
    }
  }

  it('keeps what a full disk took, and reports the disk once', async () => {
    const recording = await start(jpegOf(0), await smallDisk(10_000))
    for (let number = 1; number < 100; number += 1) {
      clock.advance(100)
      recording.push({ jpeg: jpegOf(number), size })
      if (number % 5 === 0 && failed.length === 0) await taken(recording)
    }
    expect(failed).toMatchObject([{ code: 'ENOSPC' }])
    const recorded = await recording.end()
    const file = read()
    expect(file.isFinished).toBe(true)
    expect(file.frames.length).toBeGreaterThan(15)
    expect(file.frames.map(({ at }) => at)).toEqual(file.frames.map((_, number) => number * 100))
    expect(recorded).toEqual({ ms: file.frames.at(-1)?.at, bytes: readFileSync(path).byteLength })
    expect(file.duration).toBe(recorded?.ms)
  })

  it('keeps all frames when only the index finds no room', async () => {
    const recording = await start(jpegOf(0), await smallDisk(1010))
    clock.advance(500)
    await written(recording)
    await recording.end()
    expect(read()).toMatchObject({ frames: [{ at: 0 }], isFinished: true, cues: [] })
  })

  it('ends the recording that waits for most, when all wait for too much', async () => {
    let release: () => void = () => undefined
    const held = new Promise<void>((resolve) => (release = resolve))
    const file = await newFile()
    const slow: DiskFile = { ...file, write: (chunks, at) => held.then(() => file.write(chunks, at)) }
    const backlog = new Backlog(40 * 1024 * 1024)
    const other = {}
    backlog.note(other, 10 * 1024 * 1024, () => failed.push(new Error('the other one')))
    const recording = await start(jpegOf(0), slow, backlog)
    for (let number = 1; number < 60; number += 1) {
      clock.advance(600)
      recording.push({ jpeg: jpegOf(number, 1024 * 1024), size })
    }
    expect(failed).toMatchObject([{ message: 'the disk is too slow' }])
    backlog.note(other, 39 * 1024 * 1024, () => failed.push(new Error('the other one')))
    expect(failed).toHaveLength(1)
    release()
    await recording.end()
    expect(read().frames.at(0)).toMatchObject({ at: 0 })
  })
})
