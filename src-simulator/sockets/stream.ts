import type { LiveSocket } from './live-socket'

/** How a stream behaves (config `stream`). */
export interface StreamOptions {
  fps: number
  resendAfterMs: number
}

/**
 * Sends a phone's screen as it changes (spec 4.10): one frame is on its way at a time and the newest one waits, so a
 * slow client misses frames but never sees a stale one; a still screen is sent again now and then.
 */
export function streamScreen(socket: LiveSocket, { fps, resendAfterMs }: StreamOptions): void {
  let newest: Buffer | undefined
  let waiting = false
  let sending = false

  const pump = () => {
    if (!newest || sending || !socket.phone.accepting) return
    waiting = false
    sending = true
    socket.send(newest, () => {
      sending = false
      if (waiting) pump()
    })
    resend.refresh()
  }
  const resend = setInterval(pump, resendAfterMs)
  const unwatch = socket.phone.handset.watch((jpeg) => {
    newest = jpeg
    waiting = true
    pump()
  }, fps)

  // What a client says on a stream has no meaning and is not kept.
  socket.ws.on('message', () => undefined)
  socket.onEnd(() => {
    clearInterval(resend)
    unwatch()
  })
}
