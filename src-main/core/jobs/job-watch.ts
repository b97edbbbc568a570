import {
  pendingJobs,
  type AutomationJob,
  type AutomationLaunch,
  type AutomationNames,
} from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { hasLeftAccount, mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import type { JobInterruption, TileJob } from '../../../src-shared/features/tile-state'
import type { CancelTimer, Clock } from '../time/clock'
import type { AutomationApi } from '../service/device-api'
import { Interruptions, learning } from './interruptions'
import type { JobInterest } from './job-interest'
import { JobReader, type KnownJobs } from './job-reader'
import { createOwnJobs } from './own-jobs'
import { unlessStopped } from '../time/unless-stopped'
import { waitFor } from '../time/wait-for'

/** The waits before each read of the jobs that decides a launch in doubt, in ms (spec 4.12, rule 5). */
const doubtWaitsMs = [1000, 2000, 4000, 8000, 16_000, 30_000]

/** Whether a phone may be reached without interrupting a job (spec 3): `unknown` until its jobs are read, `pending` when not. */
export type JobStanding = 'unknown' | 'none' | 'pending'

/** What a launch listens to and reports. */
export interface LaunchAttempt {
  /** Aborted when the fleet is closed: a request under way is dropped too. */
  closed: AbortSignal
  /** Aborted when the launch is not to be sent any more. */
  stop: AbortSignal
  /** Called when the phone's jobs have to decide whether the launch happened. */
  onDoubt: () => void
}

/** The automations of an open fleet: which phones are left alone because of a job, and launches, each made once. */
export interface JobWatch {
  standing(publicId: string): JobStanding
  /** Returns the job that waits or runs, even if it may be interrupted; null when none is known. */
  pending(publicId: string): TileJob | null
  /** Returns what is known of a phone's jobs, with those that the service no longer has (`isGone`). */
  known(publicId: string): KnownJobs
  /** Follows jobs by their ids that were launched earlier, until they end. */
  resume(jobs: readonly AutomationJob[]): void
  /** Sets whose jobs matter now. Pending jobs are followed to their end in any case. */
  follow(interest: Omit<JobInterest, 'followed'>): void
  /** Reads a phone's jobs now. @throws FaultError */
  read(publicId: string): Promise<readonly AutomationJob[]>
  /** Reads a phone's jobs now and returns its standing; never throws. */
  lookAt(publicId: string): Promise<JobStanding>
  /**
   * Launches an automation once; the phone is left alone from now on. When the answer leaves the launch in doubt, the phone's
   * jobs decide.
   * @returns the queued job
   * @throws FaultError `launch-unknown` when they don't, `launch-unsent` when nothing answered before it, `job-pending`
   * during another launch on the phone, or the reason of `stop`
   */
  launch(publicId: string, launch: AutomationLaunch, attempt: LaunchAttempt): Promise<AutomationJob>
  /** Reads the jobs that could not be read: the key may be used again. */
  retryNow(): void
  /** Reads once more what the key may not read: a person retries. */
  askAgain(): void
  /** Sets the launches to come, by phone: these phones are left alone from now on. */
  expect(launches: ReadonlyMap<string, AutomationKind>): void
  /**
   * The user interrupts the phone's present jobs; it is left alone for later ones, and for these once the service may try
   * them again.
   */
  interrupt(publicId: string): void
  /** The interruption of the phone's present job; null while it is left alone. */
  interruptionOf(publicId: string): JobInterruption | null
  /** Returns the phones whose jobs the user interrupts. */
  interrupted(): string[]
  /** Ends the interruption: a job that is still pending is left alone. */
  endInterruption(publicId: string): void
  /** The service lists the phone: one that had left the account is back, and its jobs are read again. */
  listed(publicId: string): void
  /** Forgets a phone that has left the fleet. */
  forget(publicId: string): void
  close(): void
}

export interface JobWatchOptions {
  clock: Clock
  /** The service's clock, in ms since the epoch. */
  serviceNow: () => number
  random: () => number
  api: AutomationApi
  names: AutomationNames
  /** Those of the service's jobs; left out: none are known, and none are kept. */
  interruptions?: Interruptions | undefined
  /** What is known about this phone's jobs, or its standing, has changed. */
  onChange: (publicId: string) => void
  /** A launch was accepted; it counts as an action (spec 3). */
  onLaunched: (publicId: string) => void
}

const lookEveryMs = 5000

const isPendingAlready = (fault: Fault) => fault.kind === 'problem' && fault.code === 'automation_pending'

export function createJobWatch(options: JobWatchOptions): JobWatch {
  const { clock, serviceNow, random, api, names, onChange, onLaunched } = options
  const { interruptions = new Interruptions() } = options
  const launching = new Map<string, AutomationLaunch>()
  /** The jobs that the user interrupts, by phone. */
  const interrupted = new Map<string, ReadonlySet<string>>()
  let cancelLook: CancelTimer | null = null
  /** The jobs before a launch in doubt, by phone; null when they were not read. */
  const doubts = new Map<string, ReadonlySet<string> | null>()
  /** The phones that are known to have a pending job. */
  const busy = new Set<string>()
  /** The phones that left the fleet during a launch. */
  const gone = new Set<string>()
  const closing = new AbortController()
  let expected: ReadonlyMap<string, AutomationKind> = new Map()
  let interest: Omit<JobInterest, 'followed'> = { waitedFor: [], watched: [] }

  const follow = () => {
    const byId = own.byId()
    const followed = new Set([...busy, ...byId.keys()])
    const watched = interest.watched.filter((publicId) => !followed.has(publicId))
    reader.follow({ ...interest, watched, followed: [...followed], byId })
  }
  const reader = new JobReader({
    clock,
    random,
    api: learning(api, interruptions, names, serviceNow),
    onChange(publicId) {
      if (pendingOf(publicId).length > 0) busy.add(publicId)
      else busy.delete(publicId)
      own.look(publicId)
      onChange(publicId)
      follow()
      if (pendingOf(publicId).some(interruptionsOf)) lookLater()
    },
  })
  const own = createOwnJobs(reader, names)
  const pendingOf = (publicId: string) => pendingJobs(reader.known(publicId).jobs ?? [], names)
  /** What is known of the interruptions of a job, in this machine's time. */
  const interruptionsOf = ({ id }: AutomationJob) => {
    const now = serviceNow()
    const known = interruptions.of(id, now)
    if (!known) return null
    const { retryAt } = known
    // Both clocks are a few ms off now and then.
    const inSeconds = (ms: number) => Math.round(ms / 1000) * 1000
    return { ...known, retryAt: retryAt === null ? null : inSeconds(clock.now() + retryAt - now) }
  }

  const standing = (publicId: string): JobStanding => {
    const mayInterrupt = interrupted.get(publicId)
    if (
      launching.has(publicId) ||
      expected.has(publicId) ||
      pendingOf(publicId).some(({ id }) => !mayInterrupt?.has(id))
    )
      return 'pending'
    const { isFresh, isHopeless } = reader.known(publicId)
    return isFresh || isHopeless ? 'none' : 'unknown'
  }

  const readIds = async (publicId: string): Promise<ReadonlySet<string>> =>
    new Set((await reader.read(publicId)).map(({ id }) => id))
  /** Null when they can't be read. */
  const idsOf = (publicId: string) => readIds(publicId).catch(() => null)
  /** As `idsOf`, before a launch. @throws FaultError `launch-unsent` when nothing answers: its outcome couldn't be read either */
  const idsBefore = (publicId: string) =>
    readIds(publicId).catch((thrown: unknown) => {
      if (faultOf(thrown).kind === 'network') throw new FaultError({ kind: 'launch-unsent' })
      return null
    })
  /** Returns the job of a launch that came after these jobs. */
  const launchedSince = (
    publicId: string,
    kind: string,
    before: ReadonlySet<string> | null,
  ): AutomationJob | undefined => {
    const candidates = before ? (reader.known(publicId).jobs ?? []) : pendingOf(publicId)
    return candidates.find((job) => !before?.has(job.id) && (job.kind ?? kind) === kind)
  }

  const decide = async (
    publicId: string,
    kind: string,
    before: ReadonlySet<string> | null,
    signal: AbortSignal,
    onDoubt: () => void,
  ): Promise<AutomationJob> => {
    onDoubt()
    for (const ms of doubtWaitsMs) {
      await waitFor(clock, ms + random() * ms, signal)
      if (!(await reader.read(publicId).catch(() => null))) continue
      const job = launchedSince(publicId, kind, before)
      if (job) return job
    }
    throw new FaultError({ kind: 'launch-unknown' })
  }

  const launchOnce = async (
    publicId: string,
    launch: AutomationLaunch,
    { closed, stop, onDoubt }: LaunchAttempt,
  ) => {
    const signal = AbortSignal.any([closed, closing.signal])
    const isInDoubt = doubts.has(publicId)
    const before = doubts.get(publicId) ?? (await unlessStopped(idsBefore(publicId), stop))
    stop.throwIfAborted()
    try {
      const job = await api.launch(publicId, launch, { signal })
      doubts.delete(publicId)
      reader.add(publicId, job)
      return job
    } catch (thrown) {
      const fault = faultOf(thrown)
      if (isPendingAlready(fault)) {
        await idsOf(publicId)
        const job = isInDoubt ? launchedSince(publicId, launch.kind, before) : undefined
        if (!job) throw thrown
        doubts.delete(publicId)
        return job
      }
      if (!mayHaveHappened(fault)) throw thrown
      doubts.set(publicId, before)
      const job = await decide(publicId, launch.kind, before, signal, onDoubt)
      doubts.delete(publicId)
      return job
    }
  }

  /** @returns whether there was an interruption */
  const leave = (publicId: string): boolean => {
    for (const id of interrupted.get(publicId) ?? []) interruptions.end(id, serviceNow())
    return interrupted.delete(publicId)
  }
  const endInterruption = (publicId: string) => {
    if (leave(publicId)) onChange(publicId)
  }
  /** Ends what the service may soon try again. Its clock is looked at, because it may be moved. */
  const lookAtClock = () => {
    cancelLook = null
    const isOpen = (id: string) => interruptions.isOpen(id, serviceNow())
    for (const [publicId, ids] of [...interrupted]) if (![...ids].every(isOpen)) endInterruption(publicId)
    for (const publicId of busy) {
      const [job] = pendingOf(publicId)
      if (!job || !interruptions.all.has(job.id)) continue
      onChange(publicId)
      if (isOpen(job.id)) lookLater()
    }
    if (interrupted.size > 0) lookLater()
  }
  const lookLater = () => {
    cancelLook ??= clock.after(lookEveryMs, lookAtClock)
  }

  const forget = (publicId: string) => {
    busy.delete(publicId)
    own.forget(publicId)
    leave(publicId)
    doubts.delete(publicId)
    reader.forget(publicId)
    follow()
  }

  return {
    standing,
    pending(publicId) {
      const kind = launching.get(publicId)?.kind ?? expected.get(publicId)
      if (kind) return { kind, status: null }
      const [job] = pendingOf(publicId)
      const known = job && !interrupted.has(publicId) && interruptionsOf(job)
      return job ? { kind: job.kind, status: job.status, ...(known ? { interrupted: known } : {}) } : null
    },
    known: (publicId) => ({ ...reader.known(publicId), jobs: own.shown(publicId) }),
    resume(jobs) {
      for (const job of jobs) if (job.publicId !== null) own.add(job.publicId, job)
      follow()
    },
    follow(next) {
      interest = next
      follow()
    },
    read: (publicId) => reader.read(publicId),
    async lookAt(publicId) {
      await idsOf(publicId)
      return standing(publicId)
    },
    async launch(publicId, launch, attempt) {
      const other = launching.get(publicId)
      if (other) throw new FaultError({ kind: 'job-pending', job: other.kind })
      launching.set(publicId, launch)
      onChange(publicId)
      try {
        const job = await launchOnce(publicId, launch, attempt)
        onLaunched(publicId)
        if (!gone.has(publicId)) own.add(publicId, job)
        follow()
        return job
      } finally {
        launching.delete(publicId)
        if (gone.delete(publicId)) forget(publicId)
        // Read the jobs before the phone is connected.
        if (doubts.has(publicId)) void idsOf(publicId)
        onChange(publicId)
      }
    },
    retryNow: () => reader.retryNow(),
    askAgain: () => reader.askAgain(),
    expect(launches) {
      const publicIds = new Set([...expected.keys(), ...launches.keys()])
      const changed = [...publicIds].filter((publicId) => expected.get(publicId) !== launches.get(publicId))
      expected = launches
      changed.forEach(onChange)
    },
    interrupt(publicId) {
      for (const { id, status } of pendingOf(publicId))
        interruptions.choose(id, status === 'dispatched', serviceNow())
      interrupted.set(publicId, new Set(pendingOf(publicId).map(({ id }) => id)))
      onChange(publicId)
      lookLater()
    },
    interrupted: () => [...interrupted.keys()],
    interruptionOf(publicId) {
      const ids = interrupted.get(publicId)
      const job = pendingOf(publicId).find(({ id }) => ids?.has(id))
      const known = job && interruptionsOf(job)
      return known ? { times: known.times, retryAt: known.retryAt } : null
    },
    endInterruption,
    listed(publicId) {
      const { fault } = reader.known(publicId)
      if (!fault || !hasLeftAccount(fault)) return
      forget(publicId)
      onChange(publicId)
    },
    forget(publicId) {
      if (launching.has(publicId)) gone.add(publicId)
      forget(publicId)
    },
    close() {
      for (const publicId of [...interrupted.keys()]) leave(publicId)
      cancelLook?.()
      closing.abort(new FaultError({ kind: 'cancelled' }))
      reader.close()
    },
  }
}
