import type { Socket } from 'node:net'
import type { Clock } from '../../time/clock'

/** Calls name files by their paths, so programs need far less. */
const mostPerSecond = 4 * 1024 * 1024
const secondMs = 1000

/** Reads at most 4 MiB a second from a program: one that floods waits, and takes no time from the window. */
export function readSlowly(socket: Socket, clock: Pick<Clock, 'monotonic' | 'after'>): void {
  let since = clock.monotonic()
  let bytes = 0
  socket.on('data', (chunk: Buffer) => {
    const passedMs = clock.monotonic() - since
    if (passedMs >= secondMs) {
      since += passedMs
      bytes = 0
    }
    bytes += chunk.byteLength
    if (bytes <= mostPerSecond) return
    socket.pause()
    clock.after(Math.max(1, since + secondMs - clock.monotonic()), () => socket.resume())
  })
}
