import { randomBytes } from 'node:crypto'
import { Problem } from '../http/problem'
import type { Clock } from '../world/clock'
import type { ApiKey } from '../world/keys'

/** An upload ticket (spec section 2). */
export interface Ticket {
  token: string
  publicId: string
  key: ApiKey
  maxBytes: number
  expiresAt: number
  /** Uploads that have succeeded or are under way. */
  uploads: number
}

/** Mints tickets and knows those that are still good. */
export class TicketOffice {
  private readonly tickets = new Map<string, Ticket>()

  constructor(private readonly clock: Clock) {}

  mint(publicId: string, key: ApiKey, rules: { max_bytes: number; ttl_s: number }): Ticket {
    this.forgetExpired()
    const ticket: Ticket = {
      token: `upl_${randomBytes(24).toString('base64url')}`,
      publicId,
      key,
      maxBytes: rules.max_bytes,
      expiresAt: this.clock.now() + rules.ttl_s * 1000,
      uploads: 0,
    }
    this.tickets.set(ticket.token, ticket)
    return ticket
  }

  /** @throws Problem `unauthorized` for a ticket that is unknown, expired, or of another phone */
  find(token: string | undefined, publicId: string): Ticket {
    const ticket = token === undefined ? undefined : this.tickets.get(token)
    if (!ticket || ticket.publicId !== publicId || ticket.expiresAt <= this.clock.now()) {
      throw new Problem('unauthorized', 'The upload ticket is missing, unknown or expired')
    }
    return ticket
  }

  /** The key that a ticket was minted with, if there is such a ticket. */
  keyOf(token: string): ApiKey | undefined {
    return this.tickets.get(token)?.key
  }

  /**
   * Spends a ticket on an upload, which costs it nothing when it fails (section 7, rule 2).
   * @throws Problem `ticket_already_used` when tickets are single-use; what `upload` throws
   */
  async spend<T>(ticket: Ticket, singleUse: boolean, upload: () => Promise<T>): Promise<T> {
    if (singleUse && ticket.uploads > 0) {
      throw new Problem('ticket_already_used', 'This upload ticket has been used; mint one for each upload')
    }
    ticket.uploads += 1
    try {
      return await upload()
    } catch (error) {
      ticket.uploads -= 1
      throw error
    }
  }

  private forgetExpired(): void {
    const now = this.clock.now()
    for (const [token, ticket] of this.tickets) if (ticket.expiresAt <= now) this.tickets.delete(token)
  }
}
