/** One thing that the phone carried out, as admin shows it. */
export type PhoneEvent = { seq: number; at: string; type: string } & Record<string, unknown>

const KEPT = 20_000

/** What the phone carried out, in order; the oldest go when there are very many. */
export class EventLog {
  private readonly events: PhoneEvent[] = []
  private last = 0

  constructor(private readonly clock: { iso(): string }) {}

  add(type: string, fields: Record<string, unknown> = {}): void {
    this.last += 1
    this.events.push({ seq: this.last, at: this.clock.iso(), type, ...fields })
    if (this.events.length > KEPT + KEPT / 10) this.events.splice(0, this.events.length - KEPT)
  }

  /** The events after `seq`, and what to ask for next time. */
  since(seq: number): { next: number; events: PhoneEvent[] } {
    const first = this.events[0]?.seq ?? 1
    return { next: this.last, events: this.events.slice(Math.max(0, seq + 1 - first)) }
  }
}
