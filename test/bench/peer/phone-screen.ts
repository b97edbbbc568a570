import type { WebSocket } from 'ws'

/** The screen of one phone of the peer, and its streams. */
export interface PhoneScreen {
  /** Frames shown so far. */
  readonly shown: number
  readonly sentBytes: number
  /** When each frame was sent, in ms of the peer's clock. */
  readonly sentAt: readonly number[]
  show(jpeg: Buffer): void
  /** @param fps the requested rate, the most that is sent */
  watch(socket: WebSocket, fps: number): void
}

/**
 * Streams the screen as the service does: one frame is under way to a client at a time, and the newest waits (spec 4.10).
 * The answer to a ping shows when a frame was read.
 */
export function createPhoneScreen(first: Buffer, resendMs: () => number): PhoneScreen {
  const streams = new Set<() => void>()
  let picture = first
  let shown = 0
  let sentBytes = 0
  const allSentAt: number[] = []

  return {
    get shown() {
      return shown
    },
    get sentBytes() {
      return sentBytes
    },
    sentAt: allSentAt,
    show(jpeg) {
      picture = jpeg
      shown += 1
      for (const offer of streams) offer()
    },
    watch(socket, fps) {
      let waits = true
      let underWay = false
      let sentAt = -Infinity
      let timer: NodeJS.Timeout | undefined
      const sendSoon = () => {
        if (!waits || underWay) return
        const early = sentAt + 1000 / fps - performance.now()
        clearTimeout(timer)
        if (early > 0) timer = setTimeout(sendSoon, Math.ceil(early))
        else send()
      }
      const send = () => {
        waits = false
        underWay = true
        sentAt = performance.now()
        allSentAt.push(sentAt)
        sentBytes += picture.byteLength
        socket.send(picture)
        socket.ping()
        timer = setTimeout(offer, resendMs())
      }
      const offer = () => {
        waits = true
        sendSoon()
      }
      socket.on('pong', () => {
        underWay = false
        sendSoon()
      })
      socket.once('close', () => {
        clearTimeout(timer)
        streams.delete(offer)
      })
      streams.add(offer)
      send()
    },
  }
}
