import { createHash } from 'node:crypto'
import { Worker } from 'node:worker_threads'
import type { ReadAnswer, ReaderPriority, ReadRequest, RecognizedLine } from './recognized'

/** Reads the text on phones' screens, on this computer. */
export interface Recognizer {
  /**
   * Returns the lines of text on a screen, from top to bottom, in pixels of the JPEG. Screens are read one after the
   * other; a frame read before costs nothing.
   * @throws Error when the JPEG or the recognizer's own files cannot be read, and after `close`
   */
  read(jpeg: Buffer): Promise<readonly RecognizedLine[]>
  /** Ends the thread; readings under way fail. */
  close(): Promise<void>
}

/** The part of a worker thread that is used, which tests replace. */
export type ReaderThread = Pick<Worker, 'postMessage' | 'on' | 'terminate' | 'unref' | 'ref'>

const MOST_FRAMES = 300

/**
 * Returns what starts the thread: the same program from source and in a bundle, where it is called recognition-worker.
 * @param priority of the thread: `low` leaves the processor to the frames of a wall
 */
export const readerThread = (priority: ReaderPriority) => (): ReaderThread => {
  const name = import.meta.url.endsWith('.ts') ? 'worker-from-source.mjs' : 'recognition-worker.js'
  return new Worker(new URL(name, import.meta.url), { workerData: priority })
}

/** Creates a recognizer, whose thread starts with the first reading and again after it ended. */
export function createRecognizer(start = readerThread('low')): Recognizer {
  const waiting = new Map<number, PromiseWithResolvers<RecognizedLine[]>>()
  const known = new Map<string, Promise<RecognizedLine[]>>()
  let thread: ReaderThread | null = null
  let closed = false
  let lastId = 0

  const fail = (error: Error) => {
    thread = null
    for (const { reject } of waiting.values()) reject(error)
    waiting.clear()
  }

  const ready = (): ReaderThread => {
    if (thread) return thread
    const started = start()
    started.on('message', (answer: ReadAnswer) => {
      const request = waiting.get(answer.id)
      waiting.delete(answer.id)
      // A thread that has nothing to read keeps no program running.
      if (waiting.size === 0) started.unref()
      if ('error' in answer) request?.reject(new Error(answer.error))
      else request?.resolve(answer.lines)
    })
    started.on('error', (error: unknown) => fail(error instanceof Error ? error : new Error(String(error))))
    started.on('exit', () => {
      if (thread === started) fail(new Error('The thread that reads text has ended'))
    })
    thread = started
    return started
  }

  const ask = (jpeg: Buffer): Promise<RecognizedLine[]> => {
    const request = withResolvers<RecognizedLine[]>()
    const id = ++lastId
    const worker = ready()
    worker.ref()
    waiting.set(id, request)
    const message: ReadRequest = { id, jpeg: new Uint8Array(jpeg) }
    worker.postMessage(message)
    return request.promise
  }

  return {
    async read(jpeg) {
      if (closed) throw new Error('The recognizer is closed')
      const key = createHash('sha1').update(jpeg).digest('base64')
      const reading = known.get(key) ?? ask(jpeg)
      known.delete(key)
      known.set(key, reading)
      const oldest = known.keys().next()
      if (known.size > MOST_FRAMES && !oldest.done) known.delete(oldest.value)
      reading.catch(() => known.delete(key))
      return reading
    },
    async close() {
      closed = true
      const ended = thread
      fail(new Error('The recognizer is closed'))
      await ended?.terminate()
    },
  }
}

interface PromiseWithResolvers<T> {
  promise: Promise<T>
  resolve(value: T): void
  reject(error: Error): void
}

function withResolvers<T>(): PromiseWithResolvers<T> {
  let resolve!: (value: T) => void
  let reject!: (error: Error) => void
  const promise = new Promise<T>((onValue, onError) => {
    resolve = onValue
    reject = onError
  })
  return { promise, resolve, reject }
}
