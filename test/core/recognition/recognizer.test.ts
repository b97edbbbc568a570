import { createCanvas } from '@napi-rs/canvas'
import { EventEmitter } from 'node:events'
import { afterAll, describe, expect, it } from 'vitest'
import { createRecognizer, type ReaderThread } from '../../../src-main/core/recognition/recognizer'
import type { ReadRequest } from '../../../src-main/core/recognition/recognized'
import { registerFonts } from '../../../src-simulator/screens/fonts'

class FakeThread extends EventEmitter {
  readonly asked: ReadRequest[] = []
  ended = false
  postMessage(request: ReadRequest): void {
    this.asked.push(request)
  }
  ref(): void {}
  unref(): void {}
  async terminate(): Promise<number> {
    this.ended = true
    return 0
  }
}

function fakeThreads() {
  const threads: FakeThread[] = []
  const start = () => {
    const thread = new FakeThread()
    threads.push(thread)
    return thread as unknown as ReaderThread
  }
  return { threads, start }
}

describe('the recognizer', () => {
  it('starts no thread before the first reading', async () => {
    const { threads, start } = fakeThreads()
    const recognizer = createRecognizer(start)
    expect(threads).toHaveLength(0)
    void recognizer.read(Buffer.from('a'))
    expect(threads).toHaveLength(1)
  })

  it('reads an identical frame once', async () => {
    const { threads, start } = fakeThreads()
    const recognizer = createRecognizer(start)
    const readings = Promise.all([recognizer.read(Buffer.from('a')), recognizer.read(Buffer.from('a'))])
    expect(threads[0]?.asked).toHaveLength(1)
    threads[0]?.emit('message', { id: 1, lines: [] })
    await expect(readings).resolves.toEqual([[], []])
  })

  it('fails what is under way when its thread ends, and starts another for the next', async () => {
    const { threads, start } = fakeThreads()
    const recognizer = createRecognizer(start)
    const lost = recognizer.read(Buffer.from('a'))
    threads[0]?.emit('exit')
    await expect(lost).rejects.toThrow('ended')
    const again = recognizer.read(Buffer.from('a'))
    threads[1]?.emit('message', { id: 2, lines: [] })
    await expect(again).resolves.toEqual([])
  })

  it('ends its thread and reads no more when it is closed', async () => {
    const { threads, start } = fakeThreads()
    const recognizer = createRecognizer(start)
    const lost = recognizer.read(Buffer.from('a')).catch((error: Error) => error.message)
    await recognizer.close()
    expect(threads[0]?.ended).toBe(true)
    expect(await lost).toContain('closed')
    await expect(recognizer.read(Buffer.from('b'))).rejects.toThrow('closed')
  })
})

describe('reading a screen', () => {
  const recognizer = createRecognizer()
  afterAll(() => recognizer.close())

  it('finds German and English, dark and light, at their places', async () => {
    registerFonts()
    const canvas = createCanvas(750, 600)
    const context = canvas.getContext('2d')
    const draw = (surface: string, ink: string, text: string, top: number) => {
      context.fillStyle = surface
      context.fillRect(0, top, 750, 150)
      context.fillStyle = ink
      context.font = '400 32px "Phone Inter"'
      context.fillText(text, 60, top + 85)
    }
    draw('white', '#222', 'No connection', 0)
    draw('#1c6ff2', 'white', 'Keine Verbindung möglich', 150)
    draw('#101014', '#999', 'Wählen Sie eine Größe', 300)
    draw('#d8503a', 'white', 'Delete everything', 450)
    const lines = await recognizer.read(canvas.toBuffer('image/jpeg', 80))
    expect(lines.map(({ text }) => text)).toEqual([
      'No connection',
      'Keine Verbindung möglich',
      'Wählen Sie eine Größe',
      'Delete everything',
    ])
    const [no, connection] = lines[0]?.words ?? []
    expect(no?.left).toBeGreaterThan(55)
    expect(no?.left).toBeLessThan(70)
    expect(connection?.left).toBeGreaterThan(105)
    expect(connection?.top).toBeGreaterThan(55)
    expect((connection?.top ?? 0) + (connection?.height ?? 0)).toBeLessThan(95)
  }, 60_000)

  it('answers a picture that is none with an error', async () => {
    await expect(recognizer.read(Buffer.from('none'))).rejects.toThrow()
  })
})
