import type { Unsubscribe } from '../../../src-shared/bridge/port'
import type { ProgramHold } from '../../../src-shared/features/programs-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Caller } from '../agent/tool-fleet'
import type { Fleet } from '../open-fleet/fleet'
import type { Clock } from '../time/clock'
import { createGather } from '../time/gather'
import { Turns as InTurn } from '../time/turns'
import { unlessStopped } from '../time/unless-stopped'
import { waitFor } from '../time/wait-for'

// A person's next touch comes within this time.
const personHoldsMs = 10_000
const mostWaitMs = 30_000
// A finger may be lifted at any time.
const lookEveryMs = 1000
// A person who comes again and again keeps the phone.
const mostTries = 3
// A program that thinks between two calls keeps its mark.
const markLastsMs = 4000
const reportEveryMs = 200

export interface ProgramTurnsOptions {
  clock: Clock
  /** Whether the person has locked a phone against input. */
  isViewOnly: (publicId: string) => boolean
  /** Whether a person's finger is on a phone. */
  isPressed: (publicId: string) => boolean
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
   * Does one input of a call that has its turn, while no person uses the phone. Waits for a person 30 s at most, and begins
   * again, twice at most, when one comes before the input has gone out.
   * @param work throws the reason of its `stop` when that is aborted before the input has gone out
   * @throws FaultError `view-only`, `held`; the reason of `stop`; what `work` throws
   */
  untouched<Done>(
    publicId: string,
    stop: AbortSignal,
    work: (stop: AbortSignal) => Promise<Done>,
  ): Promise<Done>
  /** Aborts once a person uses the phone; has aborted while a finger is on it. */
  nextTouch(publicId: string): AbortSignal
  /** A person uses these phones. */
  touched(publicIds: readonly string[]): void
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

export function createProgramTurns({
  clock,
  isViewOnly,
  isPressed,
  assertNoJob,
}: ProgramTurnsOptions): ProgramTurns {
  const phones = new Map<string, Phone>()
  const listeners = new Set<() => void>()
  // On the monotonic clock.
  const touchedAt = new Map<string, number>()
  const nextTouches = new Map<string, AbortController>()
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
    isPressed(publicId)
      ? personHoldsMs
      : (touchedAt.get(publicId) ?? -Infinity) + personHoldsMs - clock.monotonic()

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

  const untilUntouched = (publicId: string, stop: AbortSignal) =>
    withinWait(
      stop,
      () => null,
      (waits) => untilPersonRests(publicId, waits),
    )
  const touch = (publicId: string) => {
    nextTouches.get(publicId)?.abort(new FaultError({ kind: 'held', by: null }))
    nextTouches.delete(publicId)
  }
  const nextTouch = (publicId: string): AbortSignal => {
    const next = nextTouches.get(publicId) ?? new AbortController()
    nextTouches.set(publicId, next)
    if (isPressed(publicId)) touch(publicId)
    return next.signal
  }

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
    async untouched(publicId, stop, work) {
      for (let tries = 1; ; tries += 1) {
        await untilUntouched(publicId, stop)
        assertInputAllowed(publicId)
        const touches = nextTouch(publicId)
        try {
          return await work(AbortSignal.any([stop, touches]))
        } catch (thrown) {
          if (!touches.aborted || thrown !== touches.reason || tries === mostTries) throw thrown
        }
      }
    },
    nextTouch,
    touched(publicIds) {
      for (const publicId of publicIds) {
        touchedAt.set(publicId, clock.monotonic())
        touch(publicId)
      }
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
  openFleet: () => Pick<Fleet, 'busyAmong' | 'presses'>
}

/** Makes the turns on a window's open fleet. */
export const createWindowTurns = ({ openFleet, ...options }: WindowTurnsOptions): ProgramTurns =>
  createProgramTurns({
    ...options,
    isPressed: (publicId) => openFleet().presses.isPressed(publicId),
    async assertNoJob(publicId) {
      const [busy] = await openFleet().busyAmong([publicId])
      if (busy) throw new FaultError({ kind: 'job-pending', job: busy.job })
    },
  })
