import type { Dial } from '../service/ws-client'
import type { Attempt, HandshakeGate } from './handshake-gate'

/** Tells the gate of a channel what becomes of each dial of one phone. */
export class GatedDial {
  readonly #gate: Pick<HandshakeGate, 'begin'>
  readonly #publicId: string
  #last: Attempt | null = null

  constructor(gate: Pick<HandshakeGate, 'begin'>, publicId: string) {
    this.#gate = gate
    this.#publicId = publicId
  }

  /** The newest dial, which alone can be refused; null before the first. */
  get last(): Attempt | null {
    return this.#last
  }

  of(dial: Dial): Dial {
    return (events) => {
      const attempt = (this.#last = this.#gate.begin(this.#publicId))
      const socket = dial({
        ...events,
        open() {
          attempt.accepted()
          events.open()
        },
        failed(fault) {
          attempt.over()
          events.failed(fault)
        },
        closed(...how) {
          attempt.over()
          events.closed(...how)
        },
      })
      return {
        ...socket,
        close() {
          attempt.over()
          socket.close()
        },
      }
    }
  }
}
