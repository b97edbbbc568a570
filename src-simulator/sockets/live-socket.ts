import type { WebSocket } from 'ws'
import type { ApiKey } from '../world/keys'
import type { Phone } from '../world/phone'

export type Channel = 'stream' | 'control'

const CLOSE_GRACE_MS = 2000
const STUCK_MS = 30_000

/** An open socket of a phone: what stream and control have in common. */
export class LiveSocket {
  private stalled = false
  private sends = 0
  private sentAt: number | undefined
  private taken: (() => void) | undefined
  private answersPings = false
  private ended = false
  private readonly endings: (() => void)[] = []

  constructor(
    readonly ws: WebSocket,
    readonly phone: Phone,
    readonly channel: Channel,
    readonly key: ApiKey,
    /** ISO 8601. */
    readonly since: string,
  ) {
    // A broken frame is the client's fault: ws closes the socket, and the service lives on.
    ws.on('error', () => undefined)
    ws.on('pong', (data) => {
      this.answersPings = true
      if (Number(data.toString()) === this.sends) this.settle()
    })
    ws.once('close', () => this.end())
  }

  get open(): boolean {
    return !this.ended && this.ws.readyState === this.ws.OPEN
  }

  /** Whether the client has not taken what was sent to it for so long that the service gives up (close code 1011). */
  get stuck(): boolean {
    return !this.stalled && this.sentAt !== undefined && performance.now() - this.sentAt > STUCK_MS
  }

  /** Runs `ending` once, as soon as the socket is closed by either side. */
  onEnd(ending: () => void): void {
    this.endings.push(ending)
  }

  send(data: string): void {
    if (!this.open || this.stalled) return
    this.sentAt ??= performance.now()
    this.ws.send(data, () => {
      this.sentAt = undefined
    })
  }

  /**
   * Sends a frame, one at a time.
   * @param taken called when the client has read it, as its pong shows (the network alone buffers seconds of frames);
   *   for a client that answers no pings, when the frame was sent. Never after the socket has ended or stalled
   */
  sendFrame(data: Buffer, taken: () => void): void {
    if (!this.open || this.stalled) return
    this.sends += 1
    this.sentAt = performance.now()
    this.taken = taken
    this.ws.send(data, () => {
      if (!this.answersPings) this.settle()
    })
    this.ws.ping(String(this.sends))
  }

  private settle(): void {
    const { taken } = this
    this.sentAt = undefined
    this.taken = undefined
    if (this.open) taken?.()
  }

  close(code: number, reason = ''): void {
    if (this.ended) return
    this.end()
    this.ws.resume()
    this.ws.close(code, reason)
    const timer = setTimeout(() => this.ws.terminate(), CLOSE_GRACE_MS)
    this.ws.once('close', () => clearTimeout(timer))
  }

  /** The TCP connection dies without a close frame. */
  drop(): void {
    this.end()
    this.ws.terminate()
  }

  /** The connection stays open, and nothing more is sent or read. */
  stall(): void {
    this.stalled = true
    this.ws.pause()
  }

  private end(): void {
    if (this.ended) return
    this.ended = true
    for (const ending of this.endings) ending()
  }
}
