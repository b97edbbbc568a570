/** What the planner knows of one phone. Times in ms of one monotonic clock. */
export interface PlannedPhone {
  publicId: string
  /** Since when it is out of sight; null while it is seen. */
  hiddenSince: number | null
  isLive: boolean
}

export interface PlanInput {
  /** In the order of the wall. */
  phones: readonly PlannedPhone[]
  focused: string | null
  /** Phones in use at the same time that the account allows; null while not known. */
  maxActiveDevices: number | null
  now: number
}

export interface Plan {
  live: Set<string>
  /** Seen, but over `max_active_devices`. */
  crowdedOut: Set<string>
  /** When the plan changes by itself because a grace time ends; null when it does not. */
  changesAt: number | null
}

/** A phone that went out of sight stays live this long, so that scrolling back and forth costs no connects. */
export const graceMs = 10_000

/**
 * Who is live: the focused phone, then the seen ones in the order of the wall, those that are live already first so that
 * nobody is thrown out for a newcomer, then the ones that have just gone out of sight; never more than the account
 * allows.
 */
export function planLive({ phones, focused, maxActiveDevices, now }: PlanInput): Plan {
  const inGrace = (phone: PlannedPhone) =>
    phone.isLive && phone.hiddenSince !== null && now - phone.hiddenSince < graceMs
  const rank = (phone: PlannedPhone) => {
    if (phone.publicId === focused) return 0
    if (phone.hiddenSince === null) return phone.isLive ? 1 : 2
    return 3
  }
  const wanted = phones
    .filter((phone) => phone.publicId === focused || phone.hiddenSince === null || inGrace(phone))
    .sort((a, b) => rank(a) - rank(b))
  const room = maxActiveDevices ?? wanted.length
  const crowdedOut = wanted.slice(room).filter((phone) => phone.hiddenSince === null)
  const graceEnds = phones.filter(inGrace).map((phone) => (phone.hiddenSince ?? now) + graceMs)
  return {
    live: new Set(wanted.slice(0, room).map((phone) => phone.publicId)),
    crowdedOut: new Set(crowdedOut.map((phone) => phone.publicId)),
    changesAt: graceEnds.length > 0 ? Math.min(...graceEnds) : null,
  }
}
