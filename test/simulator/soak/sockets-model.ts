import { expect } from 'vitest'
import type { TestService } from '../service'
import { until } from '../service'
import type { TestSocket } from '../test-socket'
import type { KeyName } from './steps'
import { HOLD_MS, MOST_ACTIVE, SLACK_MS } from './steps'

/** An open socket of the client. */
export class SoakSocket {
  /** All messages of a control channel. */
  readonly messages: Record<string, unknown>[] = []
  /** When the last message of a held press was sent. */
  heldSince: number | undefined
  closed = false
  private timeouts = 0

  constructor(
    readonly phone: string,
    readonly channel: 'stream' | 'control',
    readonly key: KeyName,
    readonly socket: TestSocket,
  ) {
    if (channel === 'control') {
      socket.ws.on('message', (data) =>
        this.messages.push(JSON.parse(String(data)) as Record<string, unknown>),
      )
    }
    void socket.closed.then(() => (this.closed = true))
  }

  /** A press is released after 10 s without a message, and not before. */
  async checkHold(now: () => number): Promise<void> {
    if (this.heldSince === undefined) return
    const pongs = () => this.messages.filter(({ type }) => type === 'pong').length
    const before = pongs()
    this.socket.say({ type: 'ping' })
    await until('the pong, or the end', () => this.closed || pongs() > before)
    // A used up budget is checked separately.
    if (this.closed) return
    expect(pongs()).toBe(before + 1)
    const silentMs = now() - this.heldSince
    const timeouts = this.messages.filter(({ code }) => code === 'hold_timeout').length
    if (timeouts > this.timeouts) {
      expect(silentMs).toBeGreaterThanOrEqual(HOLD_MS)
      this.timeouts = timeouts
      this.heldSince = undefined
    } else expect(silentMs).toBeLessThan(HOLD_MS + SLACK_MS)
  }
}

/** A model of open sockets and the devices they use (spec 4.10, 4.11 and 8). */
export class SocketsModel {
  private sockets: SoakSocket[] = []

  constructor(private readonly service: TestService) {}

  get all(): readonly SoakSocket[] {
    return this.sockets
  }

  /** The phones with an open socket. */
  get phones(): Set<string> {
    return new Set(this.sockets.map(({ phone }) => phone))
  }

  mayBeInUse(id: string): boolean {
    return this.phones.has(id) || this.phones.size < MOST_ACTIVE
  }

  add(open: SoakSocket): void {
    this.sockets.push(open)
  }

  /** Removes a socket that the client closes. */
  takeOne(which: number): SoakSocket | undefined {
    return this.sockets.splice(which % Math.max(1, this.sockets.length), 1)[0]
  }

  dropAll(): void {
    for (const { socket } of this.sockets.splice(0)) socket.ws.terminate()
  }

  /** Expects the service to close the matching sockets with this code. */
  async expectClosed(code: number, isClosed: (open: SoakSocket) => boolean): Promise<void> {
    const closing = this.sockets.filter(isClosed)
    this.sockets = this.sockets.filter((open) => !closing.includes(open))
    for (const { socket } of closing) expect(await socket.closed).toBe(code)
  }

  /** Checks the service's list of sockets. */
  async check(): Promise<void> {
    const wanted = this.sockets.map((open) => `${open.phone} ${open.channel} ${open.key}`).sort()
    const shown = async () =>
      (await this.service.openSockets())
        .map((open) => `${open.public_id} ${open.channel} ${open.key_id}`)
        .sort()
        .join()
    await until(`open: ${wanted.join()}`, shown, (now) => now === wanted.join())
    expect(this.sockets.filter(({ closed }) => closed)).toEqual([])
  }
}
