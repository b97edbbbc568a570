import type { Handset } from '../screens/handset'
import type { Phone } from '../world/phone'
import type { LiveSocket } from './live-socket'

/** How a stream behaves (config `stream`). */
export interface StreamOptions {
  fps: number
  resendAfterMs: number
}

/** Where frames go: as much of a live socket as a stream needs. */
export interface FrameSink extends Pick<LiveSocket, 'sendFrame' | 'onEnd'> {
  phone: Pick<Phone, 'accepting'> & { handset: Pick<Handset, 'watch'> }
}

/**
 * Sends a phone's screen as it changes (spec 4.10): one frame is on its way at a time and the newest one waits, so a
 * slow client misses frames but never sees a stale one; a still screen is sent again now and then.
 */
export function streamScreen(socket: FrameSink, { fps, resendAfterMs }: StreamOptions): void {
  let newest: Buffer | undefined
  let waiting = false
  let sending = false

  const pump = () => {
    if (!newest || sending || !socket.phone.accepting) return
    waiting = false
    sending = true
    socket.sendFrame(newest, () => {
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

  socket.onEnd(() => {
    clearInterval(resend)
    unwatch()
  })
}
