import { WebSocket } from 'ws'

interface Waiter {
  resolve: (message: Buffer) => void
  reject: (fault: Error) => void
}

/** A client's socket whose messages can be waited for, in order. */
export class TestSocket {
  readonly ws: WebSocket
  /** Resolves with the close code. */
  readonly closed: Promise<number>
  private readonly queue: Buffer[] = []
  private waiting: Waiter[] = []
  private ended: Error | undefined

  constructor(url: string) {
    this.ws = new WebSocket(url, { perMessageDeflate: false, headers: { 'User-Agent': 'fleetwall-tests/1' } })
    this.ws.on('error', () => undefined)
    this.ws.on('message', (data) => {
      if (!Buffer.isBuffer(data)) return
      const waiter = this.waiting.shift()
      if (waiter) waiter.resolve(data)
      else this.queue.push(data)
    })
    this.closed = new Promise((resolve) => {
      this.ws.once('close', (code) => {
        this.ended = new Error(`the socket closed with ${code}`)
        for (const { reject } of this.waiting) reject(this.ended)
        this.waiting = []
        resolve(code)
      })
    })
  }

  /** Resolves when the socket is open. */
  async opened(): Promise<this> {
    if (this.ws.readyState === WebSocket.OPEN) return this
    await new Promise((resolve, reject) => {
      this.ws.once('open', resolve)
      this.ws.once('error', reject)
    })
    return this
  }

  say(message: unknown): void {
    this.ws.send(typeof message === 'string' ? message : JSON.stringify(message))
  }

  /** Waits for the next message. @throws Error with the close code when the socket closes first */
  next(): Promise<Buffer> {
    const first = this.queue.shift()
    if (first) return Promise.resolve(first)
    if (this.ended) return Promise.reject(this.ended)
    return new Promise((resolve, reject) => this.waiting.push({ resolve, reject }))
  }

  async nextJson(): Promise<Record<string, unknown>> {
    return JSON.parse((await this.next()).toString()) as Record<string, unknown>
  }

  /** Waits for a pong, by which all earlier messages have arrived. */
  async settled(): Promise<Record<string, unknown>[]> {
    this.say({ type: 'ping' })
    const before: Record<string, unknown>[] = []
    for (let event = await this.nextJson(); event['type'] !== 'pong'; event = await this.nextJson()) {
      before.push(event)
    }
    return before
  }
}
