import { patrolTurnMs, type Preferences } from '../../../src-shared/features/preferences-state'
import type { JobStanding } from '../jobs/job-watch'

/** One phone as the planner knows it. Times are in ms of one monotonic clock. */
export interface PlannedPhone {
  publicId: string
  seen: boolean
  /** Since when it is in sight, or out of sight; -Infinity for always. */
  since: number
  /**
   * - `failing`: lost, or refused for a reason of its own; not in use, so it takes no slot
   * - `refused`: refused, perhaps for lack of a slot, so it keeps its slot in the plan
   */
  stream: 'idle' | 'connecting' | 'live' | 'failing' | 'refused'
  /** Whether a job is pending on it, which input would interrupt (spec 3). */
  jobs: JobStanding
  /** Whether it is in use because of a recent action. */
  acting: boolean
  /** Whether an action on it was refused for lack of a place a moment ago, and will be tried again. */
  withoutPlace: boolean
  /** Whether it had a gesture in the last minute. */
  touched: boolean
  /** Whether something takes its frames, such as a recording, in sight or not. */
  held: boolean
  /** The frame rate of its stream in frames a second, and since when; null without a stream. */
  rate: { fps: number; since: number } | null
  /** Since when its stream is open, or until when it was; -Infinity for never. */
  turnAt: number
}

export interface PlanInput {
  /** In wall order. */
  phones: readonly PlannedPhone[]
  /** In the focus view, or in windows of their own. */
  focused: ReadonlySet<string>
  selected: ReadonlySet<string>
  /** The account's limit of phones in use at once; null while unknown. */
  maxActiveDevices: number | null
  /** The share of the day's active minutes that is left, from 0 to 1; null while unknown. */
  minutesLeft: number | null
  /** Whether phones in sight that the limit crowds out take turns with others. */
  patrols: boolean
  /** Whether the day's active minutes are used up, so that no phone connects. */
  usedUp: boolean
  /** The frame rates that the service accepts, in frames a second. */
  fps: { min: number; max: number }
  /** The most that the user wants, and since when; phones in focus take `focus`, and all others `thumbnails`. */
  mostFps: Preferences['mostFps']
  mostFpsSince: number
  /** How many frames a second this computer shows of all phones together (`Pace`). */
  framesPerSecond: number
  /** Whether that was measured to be too few. */
  isLowered: boolean
  /** The height of a screen on the wall in CSS px; null while unknown. */
  tileHeight: number | null
  now: number
}

export interface Plan {
  /** The frame rate of each live phone in frames a second, in the order of their connects. */
  live: Map<string, number>
  /** In sight or held, but over `max_active_devices`. */
  crowdedOut: Set<string>
  /** In sight, but perhaps only scrolled past; in sight or held, with its jobs still unread. */
  passing: Set<string>
  /** In sight or held, but the day's active minutes are used up. */
  withoutMinutes: Set<string>
  /** Idle because a job is pending on them. */
  leftAlone: Set<string>
  /** To be live once their jobs are read and none is pending, in the order of their connects. */
  askJobsOf: string[]
  /** The frame rate of phones on the wall, where it is notably lower for what this computer shows; else null. */
  slowedTo: number | null
  /** When the next change is due without new input; null for never. */
  changesAt: number | null
}

/** A phone out of sight stays live this long, so that scrolling back and forth costs no connects. */
export const graceMs = 10_000
/** The wall is still when no phone has come or gone for this long; until then new phones only pass. */
export const stillMs = 300
/** On a wall that keeps moving, a phone in sight this long is wanted. */
export const looksMs = 1000
/** A change of rate costs a reconnect, so a rate stays at least this long. */
export const rateStandsMs = 30_000
/** The same for a focused or touched phone, and for a rise to twice the rate or more. */
export const activeRateStandsMs = 5000

// Input feels no better above this.
const fullFps = 30
// The page paints a thumbnail at most this often.
const wallFps = 20
const lowestFps = 2
// Below this, motion is seen to be slow.
const notableFps = 10
// A rate stays for as many phones more or fewer. `Pace` takes as much less for overload.
const near = { fuller: 1.25, emptier: 0.85 }
// On screens below this height in CSS px, motion is too small to read.
const smallTile = 160
const smallTileFps = 12
const scarceMinutes = 0.05
const scarceFps = 5
const scarceFocusedFps = 15

const isOpen = ({ stream }: PlannedPhone) => stream === 'live' || stream === 'connecting'
// A refused phone is not retried until its jobs are known.
const isShut = ({ stream, jobs }: PlannedPhone) =>
  stream === 'idle' || (stream === 'refused' && jobs === 'unknown')

/** Returns the rate at which this computer shows so many phones together, on a wall that is fuller by a factor. */
const sharedFps = (phones: number, framesPerSecond: number, fuller: number): number => {
  const each = framesPerSecond / Math.max(1, phones * fuller)
  // What stays for want of fewer phones is not rounded up a second time.
  return Math.max(lowestFps, Math.min(wallFps, fuller < 1 ? Math.floor(each) : Math.round(each)))
}

const fpsOfHeight = (tileHeight: number | null) =>
  tileHeight !== null && tileHeight < smallTile ? smallTileFps : wallFps

/**
 * Plans which phones are live, and at which frame rate, within the account's limit of phones in use.
 *
 * - Focused phones come first, then the selected ones in sight, then the others in sight. Within each group, live phones
 *   keep their slots; the rest follows in wall order.
 * - A held phone is wanted out of sight too, and ranks with the selected ones. Live, it comes right after focused ones.
 * - Phones that just went out of sight come last, but before new ones while the wall moves.
 * - On patrol, the others in sight are live in turns of `patrolTurnMs`; who was live longest ago is next.
 * - A phone with a recent action is in use: in sight it ranks with the selected ones, out of sight it takes a slot without
 *   being live.
 * - A phone whose action was refused for lack of a place gets one before live phones that are not focused or held.
 * - A phone whose stream fails keeps retrying without a slot; a focused one keeps its slot.
 * - No phone connects while a job is pending on it or its jobs are unknown (spec 3).
 * - Once the day's minutes are used up, no phone connects, and live ones stay live out of sight.
 * - Focused phones have their full frame rate, and touched ones up to a quarter of what this computer shows; the others share the
 *   rest evenly.
 */
export function planLive(input: PlanInput): Plan {
  const { phones, focused, selected, maxActiveDevices, minutesLeft, usedUp, patrols, fps: taken, now } = input
  const changes: number[] = []
  const isScarce = minutesLeft !== null && minutesLeft < scarceMinutes
  const movedAt = phones.reduce((latest, { since }) => Math.max(latest, since), -Infinity)
  const isStill = now - movedAt >= stillMs

  const isFocused = ({ publicId }: PlannedPhone) => focused.has(publicId)
  const isInSight = (phone: PlannedPhone) => phone.seen || isFocused(phone)
  const isWanted = (phone: PlannedPhone) => isInSight(phone) || phone.held
  const isInUseUnseen = (phone: PlannedPhone) => phone.acting && !isInSight(phone)
  const isChosen = (phone: PlannedPhone) =>
    phone.held || (phone.seen && (selected.has(phone.publicId) || phone.acting))
  const lingers = (phone: PlannedPhone) => {
    if (phone.seen || !isOpen(phone)) return false
    // It could not reconnect.
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
  const takesTurns = (phone: PlannedPhone) => patrols && isStill && phone.seen && !isChosen(phone)
  const isInTurn = ({ turnAt }: PlannedPhone) => turnAt + patrolTurnMs > now
  const rank = (phone: PlannedPhone) => {
    // A focused phone does not replace another that is live.
    if (isFocused(phone)) return phone.stream === 'live' ? 0 : isOpen(phone) ? 0.2 : 0.4
    if (phone.held && phone.stream === 'live') return 0.6
    if (phone.withoutPlace) return 0.8
    if (isInUseUnseen(phone)) return 1
    if (!phone.seen && !phone.held) return 6
    const step = isChosen(phone) ? 1 : 4
    // One that had its turn yields to one that waited for a whole turn.
    if (takesTurns(phone) && isOpen(phone) !== isInTurn(phone)) return isOpen(phone) ? 5.5 : 5.7
    if (isOpen(phone)) return phone.stream === 'live' ? step : step + 0.5
    return isChosen(phone) ? 2 : isStill ? 5 : 7
  }

  /** On patrol, who waited longest comes first, and who is live longest last. */
  const order = (phone: PlannedPhone) => (isOpen(phone) ? -phone.turnAt : phone.turnAt)

  const isWithoutMinutes = ({ stream }: PlannedPhone) => usedUp && stream === 'idle'
  const takesSlotAlone = (phone: PlannedPhone) =>
    isInUseUnseen(phone) && (!phone.held || isWithoutMinutes(phone))
  const leftAlone = phones.filter(({ jobs }) => jobs === 'pending')
  const wanted = phones
    .filter((phone) => phone.jobs !== 'pending' && (!isWithoutMinutes(phone) || isInUseUnseen(phone)))
    .filter((phone) => isInUseUnseen(phone) || (isWanted(phone) && !isPassing(phone)) || lingers(phone))
    // Two that were never live differ by NaN.
    .sort((a, b) => rank(a) - rank(b) || (patrols && order(a) - order(b)) || 0)
  const inUse = wanted.filter(
    // A focused phone keeps its slot, so that its attempts do not disconnect others.
    (phone) => phone.stream !== 'failing' || isFocused(phone) || isInUseUnseen(phone),
  )
  const room = maxActiveDevices ?? inUse.length
  const placed = inUse.slice(0, room)
  const failing = wanted.filter((phone) => !inUse.includes(phone))
  const withoutMinutes = phones.filter(
    (phone) => phone.jobs !== 'pending' && isWanted(phone) && isWithoutMinutes(phone),
  )
  const passing = phones.filter(
    (phone) => phone.jobs !== 'pending' && isPassing(phone) && !isWithoutMinutes(phone),
  )
  const isUnasked = (phone: PlannedPhone) => phone.jobs === 'unknown' && !isOpen(phone)
  const unasked = [...placed, ...failing].filter((phone) => isUnasked(phone) && !takesSlotAlone(phone))

  const isActive = (phone: PlannedPhone) => isFocused(phone) || (phone.touched && phone.seen)
  /** The most that phones are asked for, however few there are. */
  const mostOf = (most: number, spared: number) =>
    Math.min(most || Infinity, isScarce ? spared : Infinity, taken.max)
  const mostFocused = mostOf(input.mostFps.focus, scarceFocusedFps)
  const mostOnWall = mostOf(input.mostFps.thumbnails, scarceFps)
  const shown = placed.filter(({ seen }) => seen)
  const focusedCount = shown.filter(isFocused).length
  const touchedCount = shown.filter(isActive).length - focusedCount
  /** Returns the rate of touched phones on a wall that is fuller by this factor: at most a quarter is theirs. */
  const ofTouched = (fuller: number) =>
    Math.max(
      sharedFps(shown.length, input.framesPerSecond, fuller),
      sharedFps(touchedCount * 4, input.framesPerSecond, fuller),
    )
  const rest = shown.filter((phone) => !isActive(phone))
  const ofFocused = focusedCount * Math.min(fullFps, mostFocused)
  const ofActive = ofFocused + touchedCount * Math.min(ofTouched(1), mostOnWall)
  /** The same for the rest. */
  const ofRest = (fuller: number) => {
    const height = input.tileHeight === null ? null : input.tileHeight / fuller
    const left = Math.max(0, input.framesPerSecond - ofActive)
    return Math.min(sharedFps(rest.length, left, fuller), fpsOfHeight(height))
  }
  const wantedFps = (phone: PlannedPhone, fuller: number) => {
    if (isFocused(phone)) return fullFps
    return isActive(phone) ? ofTouched(fuller) : ofRest(fuller)
  }

  const fpsOf = (phone: PlannedPhone): number => {
    const { rate } = phone
    const most = (isFocused(phone) ? input.mostFps.focus : input.mostFps.thumbnails) || Infinity
    const fps = Math.max(
      taken.min,
      Math.min(wantedFps(phone, 1), isFocused(phone) ? mostFocused : mostOnWall),
    )
    if (!rate || rate.fps === fps) return fps
    // No new stream is possible.
    if (usedUp) return rate.fps
    const isOfOldWish = rate.since <= input.mostFpsSince && now < input.mostFpsSince + rateStandsMs
    if (rate.fps > most || isOfOldWish) return fps
    // It is out of sight.
    if (!phone.seen && !isFocused(phone)) return rate.fps
    const isNear = rate.fps >= wantedFps(phone, near.fuller) && rate.fps <= wantedFps(phone, near.emptier)
    if (!isScarce && isNear) return rate.fps
    // Phones that a filter leaves should not crawl on.
    const isMuchMore = fps >= rate.fps * 2
    const standsUntil = rate.since + (isActive(phone) || isMuchMore ? activeRateStandsMs : rateStandsMs)
    if (standsUntil <= now) return fps
    changes.push(standsUntil)
    return rate.fps
  }
  const staysShut = (phone: PlannedPhone) => takesSlotAlone(phone) && !isOpen(phone)
  const connected = [...placed, ...failing].filter((phone) => !isUnasked(phone) && !staysShut(phone))
  const live = new Map(connected.map((phone) => [phone.publicId, fpsOf(phone)]))

  for (const { since, seen, acting, held, publicId } of placed) {
    const stays = seen || acting || held || usedUp || focused.has(publicId) || selected.has(publicId)
    if (!stays) changes.push(since + graceMs)
  }
  for (const { since } of passing) changes.push(since + looksMs)
  const crowdedOut = inUse
    .slice(room)
    .filter((phone) => (phone.seen || phone.held) && !isWithoutMinutes(phone))
  if (crowdedOut.length > 0)
    for (const phone of inUse)
      if (takesTurns(phone) && isInTurn(phone)) changes.push(phone.turnAt + patrolTurnMs)
  if (!isStill && (passing.length > 0 || crowdedOut.length > 0)) changes.push(movedAt + stillMs)
  const notable = Math.min(notableFps, fpsOfHeight(input.tileHeight), mostOnWall)
  const unfocused = shown.filter((phone) => !isFocused(phone) && live.has(phone.publicId))
  const slowest = Math.min(...unfocused.map(({ publicId }) => live.get(publicId) ?? Infinity))
  const isSlow = unfocused.some((phone) => wantedFps(phone, 1) < notable) && slowest < notable
  /** What is painted of each: phones whose rate still stands may send more. */
  const paintedOfEach = Math.max(1, Math.round((input.framesPerSecond - ofFocused) / unfocused.length))
  return {
    live,
    slowedTo: input.isLowered && isSlow ? Math.min(slowest, paintedOfEach) : null,
    crowdedOut: new Set(crowdedOut.map(({ publicId }) => publicId)),
    passing: new Set([...passing, ...unasked.filter(isWanted)].map(({ publicId }) => publicId)),
    withoutMinutes: new Set(withoutMinutes.map(({ publicId }) => publicId)),
    leftAlone: new Set(leftAlone.map(({ publicId }) => publicId)),
    askJobsOf: unasked.map(({ publicId }) => publicId),
    changesAt: changes.length > 0 ? Math.min(...changes) : null,
  }
}
