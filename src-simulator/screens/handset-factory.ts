import { availableParallelism } from 'node:os'
import { Worker } from 'node:worker_threads'
import type { Handset, HandsetFactory, HandsetSpec } from './handset'
import type { FromThread, PhoneAnswer, PhoneCommand, ToThread } from './protocol'
import { FrameFanOut } from './frame-fan-out'

/** How the threads are made. */
export interface FactoryOptions {
  /** The thread's program, when it does not lie beside this module (a bundle may move it). */
  workerUrl?: URL
  /** Threads that share the phones; by default half of the processors, at most 4. */
  threads?: number
  /**
   * Called with errors of a phone's app that no request waits for, and with what ended a thread. A phone whose app threw
   * returns to its home screen; the phones of a thread that ended are gone.
   */
  onDefect?: (fault: Error) => void
  /** Called when a thread ended by an error. */
  onThreadLost?: () => void
}

/** Makes phones drawn in worker threads. A phone stays in one thread; threads are filled in turn. */
export function createHandsetFactory(options: FactoryOptions = {}): HandsetFactory {
  const url = options.workerUrl ?? besideThisModule()
  const count = Math.max(1, options.threads ?? Math.min(4, Math.floor(availableParallelism() / 2)))
  const onDefect = options.onDefect ?? (() => undefined)
  const onThreadLost = options.onThreadLost ?? (() => undefined)
  const threads: ScreenThread[] = []
  let created = 0
  return {
    create(spec) {
      const index = created++ % count
      const thread = (threads[index] ??= new ScreenThread(url, onDefect, onThreadLost))
      return thread.addPhone(spec)
    },
    async close() {
      await Promise.all(threads.map((thread) => thread.end()))
    },
  }
}

/** The same program from source and in a bundle, where it is called screen-worker. */
function besideThisModule(): URL {
  const name = import.meta.url.endsWith('.ts') ? 'worker-from-source.mjs' : 'screen-worker.js'
  return new URL(name, import.meta.url)
}

interface Waiting {
  resolve(answer: PhoneAnswer): void
  reject(fault: Error): void
}

/** One worker thread: gives commands, matches answers to tickets, hands frames to the phone they are of. */
class ScreenThread {
  private readonly worker: Worker
  private readonly waiting = new Map<number, Waiting>()
  private readonly frames = new Map<number, (frame: Buffer) => void>()
  private lastPhone = 0
  private lastTicket = 0
  private ended: Error | null = null

  constructor(
    url: URL,
    private readonly onDefect: (fault: Error) => void,
    onThreadLost: () => void,
  ) {
    this.worker = new Worker(url)
    this.worker.on('message', (message: FromThread) => this.take(message))
    this.worker.on('error', (thrown) => {
      const fault = thrown instanceof Error ? thrown : new Error(String(thrown))
      this.fail(fault)
      onDefect(fault)
      onThreadLost()
    })
    this.worker.on('exit', () => this.fail(new Error('The thread that draws the phone has ended')))
  }

  addPhone(spec: HandsetSpec): Handset {
    const phone = ++this.lastPhone
    const handset = new ThreadHandset(spec, {
      send: (command) => this.send({ phone, command }),
      ask: (command) => this.ask(phone, command),
      onFrame: (listener) => this.frames.set(phone, listener),
      forget: () => this.frames.delete(phone),
    })
    this.send({ phone, command: { do: 'create', spec } })
    return handset
  }

  async end(): Promise<void> {
    await this.worker.terminate()
  }

  private send(message: ToThread): void {
    if (this.ended === null) this.worker.postMessage(message)
  }

  private ask(phone: number, command: PhoneCommand): Promise<PhoneAnswer> {
    if (this.ended !== null) return Promise.reject(this.ended)
    const ticket = ++this.lastTicket
    return new Promise((resolve, reject) => {
      this.waiting.set(ticket, { resolve, reject })
      this.send({ phone, ticket, command })
    })
  }

  private take(message: FromThread): void {
    if ('frame' in message) {
      this.frames.get(message.phone)?.(ownBuffer(message.frame))
      return
    }
    if ('defect' in message) {
      this.onDefect(new Error(message.defect))
      return
    }
    const waiting = this.waiting.get(message.ticket)
    this.waiting.delete(message.ticket)
    if ('fault' in message) waiting?.reject(new Error(message.fault))
    else waiting?.resolve(message.answer)
  }

  private fail(fault: Error): void {
    this.ended ??= fault
    for (const waiting of this.waiting.values()) waiting.reject(this.ended)
    this.waiting.clear()
  }
}

/** A view of the bytes as a Buffer; the thread moved them here in a buffer of their own size. */
function ownBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

interface PhoneLine {
  send(command: PhoneCommand): void
  ask(command: PhoneCommand): Promise<PhoneAnswer>
  onFrame(listener: (frame: Buffer) => void): void
  forget(): void
}

/** The near end of a phone that lives in a thread. */
class ThreadHandset implements Handset {
  private readonly fanOut: FrameFanOut
  private closed = false

  constructor(
    readonly spec: HandsetSpec,
    private readonly line: PhoneLine,
  ) {
    this.fanOut = new FrameFanOut((maxFps) => this.send({ do: 'watch', maxFps }))
    line.onFrame((frame) => {
      this.send({ do: 'frameTaken' })
      this.fanOut.publish(frame)
    })
  }

  pointer(x: number, y: number, pressed: boolean, mayHold = true): void {
    this.send({ do: 'pointer', x, y, pressed, mayHold })
  }

  scroll(x: number, y: number, dy: number): void {
    this.send({ do: 'scroll', x, y, dy })
  }

  async key(name: string): Promise<boolean> {
    return (await this.line.ask({ do: 'key', name })) === true
  }

  async text(text: string): Promise<{ skipped: string[] }> {
    const answer = await this.line.ask({ do: 'text', text })
    return { skipped: Array.isArray(answer) ? answer : [] }
  }

  async press(preset: { name: string } | { modifiers: string[]; key: string }): Promise<boolean> {
    const command: PhoneCommand =
      'name' in preset
        ? { do: 'preset', name: preset.name }
        : { do: 'chord', modifiers: preset.modifiers, key: preset.key }
    return (await this.line.ask(command)) === true
  }

  openUrl(url: string): void {
    this.send({ do: 'openUrl', url })
  }

  async openApp(app: { target: string; username?: string }): Promise<boolean> {
    return (await this.line.ask({ do: 'openApp', app })) === true
  }

  setClipboard(text: string): void {
    this.send({ do: 'setClipboard', text })
  }

  async clipboard(): Promise<string> {
    const answer = await this.line.ask({ do: 'clipboard' })
    return typeof answer === 'string' ? answer : ''
  }

  setAirplane(on: boolean): void {
    this.send({ do: 'airplane', on })
  }

  fileArrived(file: { name: string; bytes: number; path: string }): void {
    this.send({ do: 'fileArrived', ...file })
  }

  animate(fps: number): void {
    this.send({ do: 'animate', fps })
  }

  async snapshot(): Promise<Buffer> {
    const answer = await this.line.ask({ do: 'snapshot' })
    if (!(answer instanceof Uint8Array)) throw new Error('The phone gave no picture')
    return ownBuffer(answer)
  }

  watch(listener: (jpeg: Buffer) => void, maxFps: number): () => void {
    return this.fanOut.add(listener, maxFps)
  }

  close(): void {
    if (this.closed) return
    this.fanOut.end()
    this.send({ do: 'close' })
    this.closed = true
    this.line.forget()
  }

  private send(command: PhoneCommand): void {
    if (!this.closed) this.line.send(command)
  }
}
