import type { Unsubscribe } from '../../../src-shared/bridge/port'
import type { ProgramHold } from '../../../src-shared/features/programs-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Fleet } from '../open-fleet/fleet'
import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import { Turns as InTurn } from '../time/turns'
import { unlessStopped } from '../time/unless-stopped'
import { waitFor } from '../time/wait-for'

// A person's next touch comes within this time.
const personHoldsMs = 10_000
const mostWaitMs = 30_000
// The end of a press can get lost with its page.
const longestPressMs = 60_000
// A finger may be lifted at any time.
const lookEveryMs = 1000
// A program that thinks between two calls keeps its mark.
const markLastsMs = 4000
const reportEveryMs = 200

/** Who calls. */
export interface Caller {
  /** Unique among the programs of this run. */
  id: string
  /** As the window shows it. */
  name: string
  /** Whether a pending job does not refuse the call, which interrupts it. */
  mayInterrupt: boolean
}

export interface ProgramTurnsOptions {
  clock: Clock
  /** Whether the person has locked a phone against input. */
  isViewOnly: (publicId: string) => boolean
  /** @throws FaultError `job-pending` */
  assertNoJob: (publicId: string) => Promise<void>
}

/** What every call that acts on a phone goes through: one at a time on each, and none in a person's way. */
export interface ProgramTurns {
  /**
   * Does something on a phone once it is the caller's turn. Waits 30 s at most for calls before it, and for a person who
   * touched the phone within the last 10 s.
   * @param work must end soon once `stop` is aborted; only then comes the next call
   * @throws FaultError
   * - `view-only`; `job-pending`, unless the caller may interrupt jobs
   * - `held` when the wait was too long
   * - `cancelled` when all programs were stopped; the reason of `stop`; what `work` throws
   */
  on<Done>(
    publicId: string,
    who: Caller,
    stop: AbortSignal,
    work: (stop: AbortSignal) => Promise<Done>,
  ): Promise<Done>
  /**
   * Waits, within a call that has its turn, until no person uses the phone, 30 s at most.
   * @returns whether it had to wait
   * @throws FaultError `view-only`, `held`, or the reason of `stop`
   */
  yieldToPerson(publicId: string, stop: AbortSignal): Promise<boolean>
  /** A person uses these phones; while a finger is down, they stay held, for a minute at most. */
  touched(publicIds: readonly string[], isFingerDown?: boolean): void
  /** Ends all calls, also those that wait. */
  stopAll(): void
  /** The phones that programs act on, or did a few seconds ago; one program each, the latest. */
  readonly holds: readonly ProgramHold[]
  /** Listens for other holds. */
  onChange(listener: () => void): Unsubscribe
  close(): void
}

interface Phone {
  turns: InTurn
  /** Who acts now, or did last. */
  name: string
  /** How many calls act or wait. */
  calls: number
  isActing: boolean
  /** On the monotonic clock. */
  actedAt: number
}

export function createProgramTurns({ clock, isViewOnly, assertNoJob }: ProgramTurnsOptions): ProgramTurns {
  const phones = new Map<string, Phone>()
  const listeners = new Set<() => void>()
  // On the monotonic clock.
  const touchedAt = new Map<string, number>()
  const reports = createGather(clock, reportEveryMs, () => listeners.forEach((each) => each()))
  let all = new AbortController()

  const phoneOf = (publicId: string): Phone => {
    const known = phones.get(publicId)
    if (known) return known
    const phone = { turns: new InTurn(1), name: '', calls: 0, isActing: false, actedAt: -Infinity }
    phones.set(publicId, phone)
    return phone
  }
  const assertInputAllowed = (publicId: string) => {
    if (isViewOnly(publicId)) throw new FaultError({ kind: 'view-only' })
  }
  const personRestMs = (publicId: string) =>
    (touchedAt.get(publicId) ?? -Infinity) + personHoldsMs - clock.monotonic()

  const untilPersonRests = async (publicId: string, stop: AbortSignal) => {
    for (let ms = personRestMs(publicId); ms > 0; ms = personRestMs(publicId))
      await waitFor(clock, Math.min(ms, lookEveryMs), stop)
  }
  /** Waits for 30 s at most. @param by whose call is in the way; null for a person */
  const withinWait = async <Done>(
    stop: AbortSignal,
    by: () => string | null,
    wait: (stop: AbortSignal) => Promise<Done>,
  ): Promise<Done> => {
    const late = new AbortController()
    const endWait = clock.after(mostWaitMs, () => late.abort(new FaultError({ kind: 'held', by: by() })))
    try {
      return await wait(AbortSignal.any([stop, late.signal]))
    } finally {
      endWait()
    }
  }

  /** Waits until no call before it acts, and no person does. @returns ends the turn */
  const enter = (publicId: string, phone: Phone, stop: AbortSignal): Promise<() => void> =>
    withinWait(
      stop,
      () => (phone.isActing ? phone.name : null),
      async (waits) => {
        const leave = await phone.turns.enter(waits)
        try {
          await untilPersonRests(publicId, waits)
        } catch (thrown) {
          leave()
          throw thrown
        }
        return leave
      },
    )

  const assertMayAct = async (publicId: string, { mayInterrupt }: Caller, stop: AbortSignal) => {
    // Last: a person may have locked it while the call waited.
    assertInputAllowed(publicId)
    if (!mayInterrupt) await unlessStopped(assertNoJob(publicId), stop)
  }

  const forget = (publicId: string, phone: Phone) => {
    const isMarked = clock.monotonic() - phone.actedAt < markLastsMs
    if (phone.calls === 0 && !isMarked && phones.get(publicId) === phone) phones.delete(publicId)
    reports.soon()
  }

  return {
    async on(publicId, who, given, work) {
      assertInputAllowed(publicId)
      const stop = AbortSignal.any([given, all.signal])
      stop.throwIfAborted()
      const phone = phoneOf(publicId)
      phone.calls += 1
      try {
        const leave = await enter(publicId, phone, stop)
        try {
          await assertMayAct(publicId, who, stop)
          phone.name = who.name
          phone.isActing = true
          reports.soon()
          return await work(stop)
        } finally {
          if (phone.isActing) phone.actedAt = clock.monotonic()
          phone.isActing = false
          leave()
        }
      } finally {
        phone.calls -= 1
        clock.after(markLastsMs, () => forget(publicId, phone))
      }
    },
    async yieldToPerson(publicId, stop) {
      const hasToWait = personRestMs(publicId) > 0
      if (hasToWait)
        await withinWait(
          stop,
          () => null,
          (waits) => untilPersonRests(publicId, waits),
        )
      assertInputAllowed(publicId)
      return hasToWait
    },
    touched(publicIds, isFingerDown = false) {
      const now = clock.monotonic() + (isFingerDown ? longestPressMs : 0)
      for (const publicId of publicIds) touchedAt.set(publicId, now)
    },
    stopAll() {
      all.abort(new FaultError({ kind: 'cancelled' }))
      all = new AbortController()
    },
    get holds() {
      const now = clock.monotonic()
      return [...phones].flatMap(([publicId, { name, isActing, actedAt }]) =>
        isActing || now - actedAt < markLastsMs ? [{ publicId, name }] : [],
      )
    },
    onChange(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    close() {
      all.abort(new FaultError({ kind: 'cancelled' }))
      reports.close()
    },
  }
}

export interface WindowTurnsOptions extends Pick<ProgramTurnsOptions, 'clock' | 'isViewOnly'> {
  openFleet: () => Pick<Fleet, 'busyAmong'>
}

/** Makes the turns on a window's open fleet. */
export const createWindowTurns = ({ openFleet, ...options }: WindowTurnsOptions): ProgramTurns =>
  createProgramTurns({
    ...options,
    async assertNoJob(publicId) {
      const [busy] = await openFleet().busyAmong([publicId])
      if (busy) throw new FaultError({ kind: 'job-pending', job: busy.job })
    },
  })
