import type { Usage } from '../limits/usage'
import type { Clock } from '../world/clock'
import type { Channel, LiveSocket } from './live-socket'

const CHECK_MS = 250

/** The sockets that are open now, and the check that ends those that may not stay open. */
export class SocketRegistry {
  private readonly sockets = new Set<LiveSocket>()
  private readonly timer: NodeJS.Timeout
  private forgetEnd: () => void = () => undefined

  constructor(
    private readonly clock: Clock,
    private readonly usage: Usage,
  ) {
    this.timer = setInterval(() => this.check(), CHECK_MS)
    this.timer.unref()
  }

  /** In the order in which they were opened. */
  get all(): LiveSocket[] {
    return [...this.sockets]
  }

  of(publicId: string, channel?: Channel): LiveSocket[] {
    return this.all.filter(
      (socket) => socket.phone.publicId === publicId && (!channel || socket.channel === channel),
    )
  }

  isOpen(publicId: string): boolean {
    return this.of(publicId).length > 0
  }

  add(socket: LiveSocket): void {
    this.sockets.add(socket)
    socket.onEnd(() => this.sockets.delete(socket))
    this.checkWhenMinutesEnd()
  }

  /** On the service's clock: minutes that run out while the clock is moved end sockets at their own moment. */
  private checkWhenMinutesEnd(): void {
    this.forgetEnd()
    this.forgetEnd = this.clock.schedule(this.usage.msUntilMinutesEnd(), () => {
      this.check()
      if (this.sockets.size > 0) this.checkWhenMinutesEnd()
    })
  }

  /** Closes what may not stay open: spec 4.11 rule 8 and the table of close codes in section 7. */
  check(): void {
    const { usage } = this
    const minutesGone = this.sockets.size > 0 && usage.exhausted('active_minutes')
    const allowed = new Set(usage.active.slice(0, usage.mostActiveDevices))
    for (const socket of this.all) {
      const { key, phone, channel } = socket
      const { account } = key
      if (account.state === 'deactivated') socket.close(4401, 'account deactivated')
      else if (key.state === 'revoked' || key.state === 'expired') socket.close(4401, `key ${key.state}`)
      else if (account.state === 'suspended') socket.close(4290, 'account suspended')
      else if (key.state === 'suspended') socket.close(4290, 'key suspended')
      else if (!key.scopes.has(channel)) socket.close(4403, `scope ${channel} removed`)
      else if (!phone.condition.reachable) socket.close(1011, 'device unreachable')
      else if (minutesGone) socket.close(4290, 'daily budget reached')
      else if (!allowed.has(phone.publicId)) socket.close(4290, 'max_active_devices reached')
      else if (socket.stuck) socket.close(1011, 'the client stopped reading')
    }
  }

  close(): void {
    clearInterval(this.timer)
    for (const socket of this.all) socket.close(1001, 'the service is ending')
  }
}
