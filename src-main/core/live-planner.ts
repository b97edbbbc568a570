/** What the planner knows of one phone. Times in ms of one monotonic clock. */
export interface PlannedPhone {
  publicId: string
  /** Since when it is out of sight; null while it is seen. */
  hiddenSince: number | null
  /** `failing`: wanted, but refused or lost; such a phone is not in use, so it takes no place. */
  stream: 'idle' | 'connecting' | 'live' | 'failing'
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

const isOpen = ({ stream }: PlannedPhone) => stream === 'live' || stream === 'connecting'

/**
 * Who is live: the focused phone, then the seen ones in the order of the wall, those that are live already first so that
 * nobody is thrown out for a newcomer, then the ones that have just gone out of sight; never more than the account
 * allows. A seen phone whose stream fails goes on trying beside them.
 */
export function planLive({ phones, focused, maxActiveDevices, now }: PlanInput): Plan {
  const inGrace = (phone: PlannedPhone) =>
    isOpen(phone) && phone.hiddenSince !== null && now - phone.hiddenSince < graceMs
  const rank = (phone: PlannedPhone) => {
    if (phone.publicId === focused) return 0
    if (phone.hiddenSince !== null) return 4
    if (phone.stream === 'live') return 1
    return phone.stream === 'connecting' ? 2 : 3
  }
  const wanted = phones
    .filter((phone) => phone.publicId === focused || phone.hiddenSince === null || inGrace(phone))
    .sort((a, b) => rank(a) - rank(b))
  const inUse = wanted.filter(({ stream }) => stream !== 'failing')
  const room = maxActiveDevices ?? inUse.length
  const crowdedOut = inUse.slice(room).filter((phone) => phone.hiddenSince === null)
  const live = [...inUse.slice(0, room), ...wanted.filter(({ stream }) => stream === 'failing')]
  const graceEnds = phones.filter(inGrace).map((phone) => (phone.hiddenSince ?? now) + graceMs)
  return {
    live: new Set(live.map((phone) => phone.publicId)),
    crowdedOut: new Set(crowdedOut.map((phone) => phone.publicId)),
    changesAt: graceEnds.length > 0 ? Math.min(...graceEnds) : null,
  }
}
