import { Problem } from '../http/problem'
import type { World } from '../world/world'
import type { ControlErrorCode, ControlEvent, ControlMessage } from './control-messages'
import { readControlMessage } from './control-messages'
import { Finger } from './finger'
import type { LiveSocket } from './live-socket'
import { MESSAGES_PER_SECOND, MessageGate } from './message-gate'

const MOST_MESSAGE_BYTES = 8192
const HOLD_TIMEOUT_MS = 10_000

type Mouse = Extract<ControlMessage, { type: 'mouse' }>

/** One live control channel (spec 4.11): the press state of section 3 and what it has the phone do, in order. */
export class ControlSession {
  private readonly gate: MessageGate
  private readonly finger: Finger
  /** Whether the client holds the finger down, as of the last message received. */
  private pressed = false
  private forgetHold: () => void = () => undefined

  constructor(
    private readonly socket: LiveSocket,
    private readonly world: World,
  ) {
    const { screen, snapshot } = socket.phone.record
    this.gate = new MessageGate(world.clock)
    this.finger = new Finger(socket.phone, world.clock)
    socket.ws.on('message', (data, isBinary) => {
      if (Buffer.isBuffer(data)) this.receive(data, isBinary)
    })
    socket.onEnd(() => this.letGo())
    this.send({
      type: 'ready',
      logical: { w: screen.width, h: screen.height },
      snapshot: { w: snapshot.width, h: snapshot.height },
      max_messages_per_second: MESSAGES_PER_SECOND,
    })
  }

  private receive(data: Buffer, isBinary: boolean): void {
    if (!this.socket.open) return
    if (data.length > MOST_MESSAGE_BYTES) {
      this.socket.close(4400, 'message over 8 KiB')
      return
    }
    const message = isBinary ? 'a message is text, not binary' : readControlMessage(data.toString('utf8'))
    const isMessage = typeof message !== 'string'
    const isMove = isMessage && message.type === 'mouse' && (message.buttons === 1) === this.pressed
    const verdict = this.gate.judge(isMove)
    if (verdict === 'flood') {
      this.socket.close(4290, 'flooding')
      return
    }
    if (this.pressed && isMessage && message.type !== 'ping') this.startHold()
    if (verdict === 'tell') {
      this.fail('rate_limited', `At most ${MESSAGES_PER_SECOND} messages a second`)
    } else if (verdict === 'pass') {
      if (isMessage) this.apply(message)
      else this.fail('invalid_frame', message)
    }
  }

  private apply(message: ControlMessage): void {
    if (message.type === 'ping') {
      this.send({ type: 'pong' })
      return
    }
    const { phone } = this.socket
    if (message.type === 'mouse') {
      this.applyMouse(message)
    } else if (message.type === 'scroll') {
      const { x, y, dy } = message
      if (this.assertShown(message)) this.gesture(() => this.finger.scroll(x, y, dy))
    } else if (message.type === 'key') {
      this.gesture(async () => {
        if (!(await phone.handset.key(message.key)))
          throw new Problem('command_rejected', 'The device does not know this key')
        phone.events.add('key', { key: message.key })
      })
    } else {
      this.gesture(() => this.type(message.text))
    }
  }

  private applyMouse(message: Mouse): void {
    const { x, y } = this.onScreen(message)
    const press = message.buttons === 1
    if (press === this.pressed) {
      // Costs nothing, goes to a phone that rejects commands too, and fails without a word.
      this.inTurn(() => this.finger.move(x, y)).catch(() => undefined)
    } else if (press) {
      if (!this.assertShown(message)) return
      this.pressed = this.gesture(() => this.finger.press(x, y))
      if (this.pressed) this.startHold()
    } else {
      this.pressed = false
      this.forgetHold()
      this.release({ x, y })
    }
  }

  private async type(text: string): Promise<void> {
    const { phone } = this.socket
    const { skipped } = await phone.handset.text(text)
    const missing = new Set(skipped)
    const typed = [...text].filter((character) => !missing.has(character)).join('')
    phone.events.add('text', { text: typed, ...(missing.size > 0 ? { asked: text } : {}) })
    this.send({ type: 'typed', skipped })
  }

  /**
   * Carries out a gesture, which costs one action. A gesture that the device refuses is answered with an error and is
   * free.
   * @returns false if the daily budget is used up
   */
  private gesture(work: () => Promise<void> | void): boolean {
    const { usage } = this.world
    const { phone } = this.socket
    if (usage.exhausted('actions')) {
      this.socket.close(4290, 'daily budget reached')
      return false
    }
    const accepted = async () => {
      phone.assertAccepts()
      await work()
    }
    usage
      .charge('actions', () => this.inTurn(accepted))
      .catch((error: unknown) => {
        this.fail('device_error', error instanceof Problem ? error.detail : 'The device failed')
      })
    return true
  }

  private inTurn(work: () => Promise<void> | void): Promise<void> {
    const { phone } = this.socket
    const reached = this.world.reach(phone)
    reached.catch(() => undefined)
    return phone.inTurn(async () => {
      await reached
      await work()
    })
  }

  private assertShown({ x, y }: { x: number; y: number }): boolean {
    const shown = this.socket.phone.shows(x, y)
    if (!shown) this.fail('device_error', 'The point is not on the screen')
    return shown
  }

  /** A finger that slides off the glass stays at its edge. */
  private onScreen({ x, y }: { x: number; y: number }): { x: number; y: number } {
    const { width, height } = this.socket.phone.record.snapshot
    return { x: Math.min(x, width - 1), y: Math.min(y, height - 1) }
  }

  private startHold(): void {
    this.forgetHold()
    this.forgetHold = this.world.clock.schedule(HOLD_TIMEOUT_MS, () => {
      this.letGo()
      this.fail('hold_timeout', 'Released after 10 s without a message')
    })
  }

  private letGo(): void {
    this.forgetHold()
    if (!this.pressed) return
    this.pressed = false
    this.release()
  }

  /** The finger is released in any case. */
  private release(place?: { x: number; y: number }): void {
    const { phone } = this.socket
    const reached = this.world.reach(phone).catch(() => undefined)
    phone
      .inTurn(async () => {
        await reached
        await this.finger.release(place)
      })
      .catch(() => undefined)
  }

  private fail(code: ControlErrorCode, detail: string): void {
    this.send({ type: 'error', code, detail })
  }

  private send(event: ControlEvent): void {
    this.socket.send(JSON.stringify(event))
  }
}
