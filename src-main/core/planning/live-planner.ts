import type { JobStanding } from '../jobs/job-watch'

/** What the planner knows of one phone. Times in ms of one monotonic clock. */
export interface PlannedPhone {
  publicId: string
  seen: boolean
  /** Since when it is seen, or out of sight; -Infinity for what has always been so. */
  since: number
  /**
   * - `failing`: wanted, but lost, or refused for a reason of its own; such a phone is not in use, so it takes no place
   * - `refused`: wanted, but refused, perhaps for want of a place; so it keeps the one that it has in the plan
   */
  stream: 'idle' | 'connecting' | 'live' | 'failing' | 'refused'
  /** Whether a job is pending on it, as far as is known; a phone with one is left alone (spec 3). */
  jobs: JobStanding
  /** An action was sent to it lately, so that it is in use. */
  acting: boolean
  /** A hand was on it lately. */
  touched: boolean
  /** The frames a second that its stream was asked for, and since when; null while it has none. */
  rate: { fps: number; since: number } | null
}

export interface PlanInput {
  /** In the order of the wall. */
  phones: readonly PlannedPhone[]
  /** Those that are open large, or in a window of their own. */
  focused: ReadonlySet<string>
  selected: ReadonlySet<string>
  /** Phones in use at the same time that the account allows; null while not known. */
  maxActiveDevices: number | null
  /** The share of the day's active minutes that is left, from 0 to 1; null while not known. */
  minutesLeft: number | null
  /** The day's active minutes are used up: nobody new connects. */
  usedUp: boolean
  /** The frame rates that the service takes, in frames a second. */
  fps: { min: number; max: number }
  /** What this computer shows of all phones together (`pace`). */
  framesPerSecond: number
  /** Of a screen on the wall, in CSS px; null while not known. */
  tileHeight: number | null
  now: number
}

export interface Plan {
  /** Frames a second for each phone that is live, in the order in which they are to connect. */
  live: Map<string, number>
  /** Seen, but over `max_active_devices`. */
  crowdedOut: Set<string>
  /** Seen, but perhaps only in passing, or its jobs are still being asked for. */
  passing: Set<string>
  /** Seen, but the day's active minutes are used up. */
  withoutMinutes: Set<string>
  /** Not live, because a job is pending on them. */
  leftAlone: Set<string>
  /** Live as soon as it is known that no job is pending on them, in the order in which they are to connect. */
  askJobsOf: string[]
  /** When the plan changes by itself; null when it does not. */
  changesAt: number | null
}

/** A phone that went out of sight stays live this long, so that scrolling back and forth costs no connects. */
export const graceMs = 10_000
/** The wall stands still when nothing has come or gone for this long: before, who comes into sight is only passing. */
export const stillMs = 300
/** On a wall that never stands still, whoever is seen this long is looked at. */
export const looksMs = 1000
/** A rate is changed by a reconnect, so it is not changed before it has stood this long. */
export const rateStandsMs = 30_000
/** The one that is opened large, or in use, has not to wait as long. */
export const inHandRateStandsMs = 5000

// More than this no hand notices.
const fullFps = 30
// The page paints a thumbnail no more often.
const wallFps = 20
const lowestFps = 5
const rates = [wallFps, 15, 10, lowestFps] as const
// On a smaller screen than this, in CSS px, nobody can read what moves.
const smallTile = 160
const smallTileFps = 12
const scarceMinutes = 0.05
const scarceFps = 5
const scarceFocusedFps = 15

const isOpen = ({ stream }: PlannedPhone) => stream === 'live' || stream === 'connecting'
// Nothing is tried on a refused phone until its jobs are known, so it is let go until then.
const isShut = ({ stream, jobs }: PlannedPhone) =>
  stream === 'idle' || (stream === 'refused' && jobs === 'unknown')

/** The rate of each of so many phones, so that all of them together are no more than this computer shows. */
function sharedFps(phones: number, framesPerSecond: number): number {
  return rates.find((fps) => fps * phones <= framesPerSecond) ?? lowestFps
}

const fpsOfHeight = (tileHeight: number | null) =>
  tileHeight !== null && tileHeight < smallTile ? smallTileFps : wallFps

/**
 * Who is live, and at what frame rate: the focused phones, then the selected ones that are seen, then the other seen ones;
 * at each step those that are live already first, so that nobody is thrown out for a newcomer, and then in the order of
 * the wall. Those that have just gone out of sight come last, but before newcomers while the wall moves. Never more than
 * the account allows; a seen phone whose stream fails goes on trying beside them, focused ones in their places. A phone to
 * which an action was sent is in use as well: seen, it comes with the selected ones, and out of sight it takes a place
 * without being live. A phone with a pending job is left alone, nobody connects before its jobs are known, and nobody new
 * once the day's minutes are used up; nor is anybody let go then for being out of sight.
 */
export function planLive(input: PlanInput): Plan {
  const { phones, focused, selected, maxActiveDevices, minutesLeft, usedUp, fps: taken, now } = input
  const changes: number[] = []
  const isScarce = minutesLeft !== null && minutesLeft < scarceMinutes
  const movedAt = phones.reduce((latest, { since }) => Math.max(latest, since), -Infinity)
  const isStill = now - movedAt >= stillMs

  const isFocused = ({ publicId }: PlannedPhone) => focused.has(publicId)
  const isInSight = (phone: PlannedPhone) => phone.seen || isFocused(phone)
  const isInUseUnseen = (phone: PlannedPhone) => phone.acting && !isInSight(phone)
  const isChosen = (phone: PlannedPhone) => phone.seen && (selected.has(phone.publicId) || phone.acting)
  const lingers = (phone: PlannedPhone) => {
    if (phone.seen || !isOpen(phone)) return false
    // It could not come back.
    if (usedUp) return true
    return selected.has(phone.publicId) || (!isScarce && now - phone.since < graceMs)
  }
  const isPassing = (phone: PlannedPhone) =>
    isShut(phone) &&
    phone.seen &&
    !isStill &&
    !isFocused(phone) &&
    !isChosen(phone) &&
    now - phone.since < looksMs
  const rank = (phone: PlannedPhone) => {
    // Of several none is thrown out for another.
    if (isFocused(phone)) return phone.stream === 'live' ? 0 : isOpen(phone) ? 0.2 : 0.4
    if (isInUseUnseen(phone)) return 1
    if (!phone.seen) return 6
    const step = isChosen(phone) ? 1 : 4
    if (isOpen(phone)) return phone.stream === 'live' ? step : step + 0.5
    return isChosen(phone) ? 2 : isStill ? 5 : 7
  }

  const isWithoutMinutes = ({ stream }: PlannedPhone) => usedUp && stream === 'idle'
  const leftAlone = phones.filter(({ jobs }) => jobs === 'pending')
  const wanted = phones
    .filter((phone) => phone.jobs !== 'pending' && (!isWithoutMinutes(phone) || isInUseUnseen(phone)))
    .filter((phone) => isInUseUnseen(phone) || (isInSight(phone) && !isPassing(phone)) || lingers(phone))
    .sort((a, b) => rank(a) - rank(b))
  const inUse = wanted.filter(
    // Nobody comes and goes with each attempt of the focused one.
    (phone) => phone.stream !== 'failing' || isFocused(phone) || isInUseUnseen(phone),
  )
  const room = maxActiveDevices ?? inUse.length
  const placed = inUse.slice(0, room)
  const failing = wanted.filter((phone) => !inUse.includes(phone))
  const withoutMinutes = phones.filter(
    (phone) => phone.jobs !== 'pending' && isInSight(phone) && isWithoutMinutes(phone),
  )
  const passing = phones.filter(
    (phone) => phone.jobs !== 'pending' && isPassing(phone) && !isWithoutMinutes(phone),
  )
  const isUnasked = (phone: PlannedPhone) => phone.jobs === 'unknown' && !isOpen(phone)
  const unasked = [...placed, ...failing].filter((phone) => isUnasked(phone) && !isInUseUnseen(phone))

  /** Of a wall that is fuller by this factor. */
  const shared = (fuller: number) => {
    const height = input.tileHeight === null ? null : input.tileHeight / fuller
    return Math.min(sharedFps(placed.length * fuller, input.framesPerSecond), fpsOfHeight(height))
  }
  const isInHand = (phone: PlannedPhone) => isFocused(phone) || (phone.touched && phone.seen)

  const fpsOf = (phone: PlannedPhone): number => {
    const { rate } = phone
    const most = isFocused(phone) ? fullFps : isInHand(phone) ? wallFps : shared(1)
    const wish = isScarce ? Math.min(most, isFocused(phone) ? scarceFocusedFps : scarceFps) : most
    const fps = Math.min(taken.max, Math.max(taken.min, wish))
    if (!rate || rate.fps === fps) return fps
    // Nobody sees it, or no other stream can be had.
    if ((!phone.seen && !isFocused(phone)) || usedUp) return rate.fps
    const isNear = rate.fps >= shared(1.25) && rate.fps <= shared(0.8)
    if (!isInHand(phone) && !isScarce && isNear) return rate.fps
    const standsUntil = rate.since + (isInHand(phone) ? inHandRateStandsMs : rateStandsMs)
    if (standsUntil <= now) return fps
    changes.push(standsUntil)
    return rate.fps
  }
  const staysShut = (phone: PlannedPhone) => isInUseUnseen(phone) && !isOpen(phone)
  const connected = [...placed, ...failing].filter((phone) => !isUnasked(phone) && !staysShut(phone))
  const live = new Map(connected.map((phone) => [phone.publicId, fpsOf(phone)]))

  for (const { since, seen, acting, publicId } of placed) {
    const stays = seen || acting || usedUp || focused.has(publicId) || selected.has(publicId)
    if (!stays) changes.push(since + graceMs)
  }
  for (const { since } of passing) changes.push(since + looksMs)
  const crowdedOut = inUse.slice(room).filter(({ seen }) => seen)
  if (!isStill && (passing.length > 0 || crowdedOut.length > 0)) changes.push(movedAt + stillMs)
  return {
    live,
    crowdedOut: new Set(crowdedOut.map(({ publicId }) => publicId)),
    passing: new Set([...passing, ...unasked.filter(isInSight)].map(({ publicId }) => publicId)),
    withoutMinutes: new Set(withoutMinutes.map(({ publicId }) => publicId)),
    leftAlone: new Set(leftAlone.map(({ publicId }) => publicId)),
    askJobsOf: unasked.map(({ publicId }) => publicId),
    changesAt: changes.length > 0 ? Math.min(...changes) : null,
  }
}
