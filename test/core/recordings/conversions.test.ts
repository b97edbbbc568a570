import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  packRequest,
  unpackAnswer,
  type ConversionAnswer,
} from '../../../src-shared/bridge/conversion-packet'
import type { Port } from '../../../src-shared/bridge/port'
import { createConversions, type Conversions } from '../../../src-main/core/recordings/conversions'
import type { Fault } from '../../../src-shared/protocol/fault'
import { memoryPorts } from '../../bridge/memory-ports'
import { jpegOf, recordingOf } from './recording-file'

const upright = { width: 10, height: 20 }
const turned = { width: 20, height: 10 }
const frame = (at: number, size = upright) => ({ jpeg: jpegOf(size, at % 255), at })
const fault = (over: object) => ({ fault: { kind: 'not-converted', ...over } })

describe('conversions', () => {
  let folder = ''
  let conversions: Conversions
  let made: string[]
  let told: Fault[]
  let page: Port<ArrayBuffer>
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'fleetwall-conversions-'))
    made = []
    told = []
    conversions = createConversions({
      // The tests' ids are names.
      pathOf: (id) => (id.startsWith('.') ? undefined : join(folder, id)),
      onMade: (path) => void made.push(path),
      onLeft: (of) => void told.push(of),
    })
    const ports = memoryPorts<ArrayBuffer>()
    conversions.attach(ports.b)
    page = ports.a
  })
  afterEach(() => {
    conversions.close()
    rmSync(folder, { recursive: true })
  })

  const write = (name: string, content: Buffer | string) => writeFileSync(join(folder, name), content)
  const start = async (name: string) => conversions.start(name, 'mp4', 'wall 1')
  const ask = (conversion: number, at: number, bytes: Uint8Array) =>
    new Promise<ConversionAnswer>((resolve) => {
      const end = page.onMessage((packet) => {
        end()
        resolve(unpackAnswer(packet))
      })
      page.send(packRequest({ conversion, at, bytes }))
    })
  const put = async (id: number, at: number, text: string) => (await ask(id, at, Buffer.from(text))).kind
  const readAll = async (id: number) => {
    const pieces: ConversionAnswer[] = []
    do pieces.push(await ask(id, 0, new Uint8Array()))
    while (pieces.at(-1)?.kind === 'frames')
    return pieces
  }

  it('tell what a recording holds, and leave out a size shown for a moment', async () => {
    const large = { width: 600, height: 600 }
    write('Ash.mkv', recordingOf([frame(0), frame(100, turned), frame(900), frame(950, large)], 1000))
    expect(await start('Ash.mkv')).toMatchObject({
      size: turned,
      ms: 1000,
      title: 'Ash',
      startedAt: 0,
    })
  })

  it('give the frames in order, in pieces of bounded size', async () => {
    const large = { width: 1500, height: 1500 }
    const noise = Buffer.alloc(200_000, 7)
    const jpeg = (at: number) =>
      Buffer.concat([jpegOf(large, at).subarray(0, -2), noise, Buffer.from([0xff, 0xd9])])
    const frames = [0, 10, 40_000, 200_000, 200_010].map((at) => ({ jpeg: jpeg(at), at }))
    write('Ash.mkv', recordingOf(frames, 200_020))
    const { id } = await start('Ash.mkv')
    const pieces = await readAll(id)
    expect(pieces.map((piece) => piece.frames.length)).toEqual([2, 2, 1])
    const all = pieces.flatMap((piece) => piece.frames)
    expect(all.map(({ at }) => at)).toEqual([0, 10, 40_000, 200_000, 200_010])
    expect(all.every(({ jpeg: sent }, index) => frames[index]?.jpeg.equals(sent))).toBe(true)
    expect(all[0]?.size).toEqual(large)
  })

  it('give every whole frame of a recording that was cut at any byte', async () => {
    const frames = [frame(0), frame(40), frame(80)]
    const whole = recordingOf(frames, null)
    const first = whole.indexOf(frames[0]?.jpeg ?? '') + (frames[0]?.jpeg.byteLength ?? 0)
    for (let bytes = first; bytes <= whole.byteLength; bytes += 13) {
      write('Ash.mkv', whole.subarray(0, bytes))
      const { id, ...held } = await start('Ash.mkv')
      const complete = frames.filter(({ jpeg }) => whole.indexOf(jpeg) + jpeg.byteLength <= bytes)
      expect(held).toMatchObject({ ms: complete.at(-1)?.at })
      expect((await readAll(id)).flatMap((piece) => piece.frames)).toHaveLength(complete.length)
      await conversions.cancel(id)
    }
  })

  it('leave out what is no picture', async () => {
    write('Ash.mkv', recordingOf([frame(0), { jpeg: Buffer.from('no picture'), at: 5 }, frame(9)], 10))
    expect(await start('Ash.mkv')).toMatchObject({ ms: 10 })
  })

  it('say that a video is gone, instead of where it was', async () => {
    write('Ash.mkv', recordingOf([frame(0)], 10))
    const { id } = await start('Ash.mkv')
    rmSync(join(folder, 'Ash.mp4.new'))
    await expect(conversions.finish(id)).rejects.toMatchObject(fault({ name: 'Ash.mp4', why: 'gone' }))
  })

  it('write beside the original, never over a file, and patch what is written', async () => {
    write('Ash.mkv', recordingOf([frame(0)], 10))
    write('Ash.mp4', 'mine')
    const { id } = await start('Ash.mkv')
    expect(conversions.source).toBe(join(folder, 'Ash.mkv'))
    expect(await put(id, 0, '....world')).toBe('written')
    await put(id, 0, 'wide')
    const { path } = await conversions.finish(id)
    expect(path).toBe(join(folder, 'Ash (2).mp4'))
    expect(readFileSync(path, 'utf8')).toBe('wideworld')
    expect(readFileSync(join(folder, 'Ash.mp4'), 'utf8')).toBe('mine')
    expect([conversions.running, conversions.source, made]).toEqual([0, null, [path]])
  })

  it('have a name of a part until whole, and remove it when they end before', async () => {
    write('Ash.mkv', recordingOf([frame(0)], 10))
    const files = () => readdirSync(folder)
    const first = await start('Ash.mkv')
    expect(files()).toEqual(['Ash.mkv', 'Ash.mp4.new'])
    expect(conversions.running).toBe(1)
    void put(first.id, 0, 'more')
    await conversions.cancel(first.id)
    expect(files()).toEqual(['Ash.mkv'])
    await expect(conversions.finish(first.id)).rejects.toMatchObject(fault({ why: 'ended' }))

    await start('Ash.mkv')
    conversions.leave('wall 2')
    expect(conversions.running, 'another page is gone').toBe(1)
    expect(told).toEqual([])
    conversions.leave('wall 1')
    expect(told).toMatchObject([{ name: 'Ash.mkv', why: 'ended' }])
    expect(files()).toEqual(['Ash.mkv'])
    expect(conversions.running).toBe(0)

    const third = await start('Ash.mkv')
    expect(await put(third.id, 1, 'hole')).toBe('failed')
    await expect(conversions.finish(third.id)).rejects.toMatchObject(fault({ why: 'failed' }))
    expect(files()).toEqual(['Ash.mkv'])

    const starting = start('Ash.mkv')
    // The file is being read.
    while (conversions.running === 0) await new Promise((resolve) => setImmediate(resolve))
    conversions.close()
    await expect(starting).rejects.toMatchObject(fault({ why: 'ended' }))
    expect(files()).toEqual(['Ash.mkv'])
  })

  it('refuse a second one, an unknown id, a lost file and what is no recording', async () => {
    for (const name of ['Ash.mkv', 'Birch.mkv']) write(name, recordingOf([frame(0)], 10))
    write('Text.mkv', 'no recording, but a text')
    write('Frameless.mkv', recordingOf([], null))
    const { id } = await start('Ash.mkv')
    await expect(conversions.start('Birch.mkv', 'webm', 'wall 1')).rejects.toMatchObject(
      fault({ why: 'busy' }),
    )
    await conversions.cancel(id)
    await expect(conversions.start('../Ash.mkv', 'mp4', 'wall 1')).rejects.toMatchObject(
      fault({ why: 'gone' }),
    )
    rmSync(join(folder, 'Birch.mkv'))
    await expect(conversions.start('Birch.mkv', 'webm', 'wall 1')).rejects.toMatchObject(
      fault({ why: 'gone', name: 'Birch.mkv' }),
    )
    await expect(start('Text.mkv')).rejects.toMatchObject(fault({ why: 'unreadable' }))
    await expect(start('Frameless.mkv')).rejects.toMatchObject(fault({ why: 'empty' }))
    expect(readdirSync(folder).filter((name) => !name.endsWith('.mkv'))).toEqual([])
    expect(conversions.running).toBe(0)
  })
})
