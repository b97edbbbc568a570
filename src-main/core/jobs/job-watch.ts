import {
  pendingJobs,
  type AutomationJob,
  type AutomationLaunch,
  type AutomationNames,
} from '../../../src-shared/protocol/automation'
import type { AutomationKind } from '../../../src-shared/protocol/automation-kind'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { mayHaveHappened } from '../../../src-shared/protocol/fault-predicates'
import type { Clock } from '../base/clock'
import type { AutomationApi } from '../service/device-api'
import { createJobReader, type JobInterest, type KnownJobs } from './job-reader'
import { unlessStopped } from '../base/unless-stopped'
import { waitFor } from '../base/wait-for'

/** After a launch whose outcome is not known the jobs are read after each of these waits, in ms (spec 4.12, rule 5). */
const doubtWaitsMs = [1000, 2000, 4000, 8000, 16_000, 30_000]

/**
 * Whether a phone may be reached without interrupting a job (spec 3): `unknown` until its jobs were read, `pending` while it
 * is to be left alone.
 */
export type JobStanding = 'unknown' | 'none' | 'pending'

/** The job for which a phone is left alone; its status is null while it is being launched. */
export interface PendingJob {
  kind: string | null
  status: string | null
}

/** What a launch is told while it is under way. */
export interface LaunchRun {
  /** Aborted when everything is given up: what is sent already is not waited for either. */
  closed: AbortSignal
  /** It is not to be sent any more, where it is not yet. */
  stop: AbortSignal
  /** Called when the phone's jobs have to decide whether the launch happened. */
  onDoubt: () => void
}

/** The automations of an open fleet: which phones are to be left alone, and launches that nobody makes twice. */
export interface JobWatch {
  standing(publicId: string): JobStanding
  /** The job that waits or runs, whether or not it may be interrupted; null when there is none that is known. */
  pending(publicId: string): PendingJob | null
  known(publicId: string): KnownJobs
  /** Whose jobs matter now; those of phones that have a pending one are followed to their end by themselves. */
  follow(interest: Omit<JobInterest, 'followed'>): void
  /** Reads a phone's jobs now. @throws FaultError */
  read(publicId: string): Promise<readonly AutomationJob[]>
  /** Reads a phone's jobs now. @returns the standing then; never throws */
  lookAt(publicId: string): Promise<JobStanding>
  /**
   * Launches an automation, once. From now on the phone is left alone. Where the answer does not say whether it was
   * launched, the phone's jobs decide.
   * @returns the queued job
   * @throws FaultError `launch-unknown` where they do not either, `launch-unsent` where nothing answered before it,
   * `job-pending` while another launch on it is under way, or why it was stopped before it was sent
   */
  launch(publicId: string, launch: AutomationLaunch, by: LaunchRun): Promise<AutomationJob>
  /** The key may be used again: jobs that could not be read are read now. */
  startAnew(): void
  /** What is about to be launched, by phone: from now on these phones are left alone. Replaces what was expected before. */
  expect(launches: ReadonlyMap<string, AutomationKind>): void
  /** The user interrupts what waits or runs on the phone now; a later job is left alone again. */
  interrupt(publicId: string): void
  /** The phones on which the user interrupts what is pending. */
  interrupted(): string[]
  /** The interruption is over: what is still pending on the phone is left alone again. */
  endInterruption(publicId: string): void
  /** The phone has left the fleet. */
  forget(publicId: string): void
  close(): void
}

export interface JobWatchOptions {
  clock: Clock
  random: () => number
  api: AutomationApi
  names: AutomationNames
  /** Something else is known of this phone's jobs, or its standing has changed. */
  onChange: (publicId: string) => void
  /** A launch was accepted: it counts as an action (spec 3). */
  onLaunched: () => void
}

const isPendingAlready = (fault: Fault) => fault.kind === 'problem' && fault.code === 'automation_pending'

export function createJobWatch(options: JobWatchOptions): JobWatch {
  const { clock, random, api, names, onChange, onLaunched } = options
  const launching = new Map<string, AutomationLaunch>()
  /** The jobs that the user interrupts, by phone. */
  const interrupted = new Map<string, ReadonlySet<string>>()
  /** The jobs there were before a launch of which is still not known whether it was carried out, by phone. */
  const doubts = new Map<string, ReadonlySet<string> | null>()
  /** The phones that have a pending job, as far as is known. */
  const busy = new Set<string>()
  /** The phones that have left the fleet while something was being launched on them. */
  const gone = new Set<string>()
  const closing = new AbortController()
  let expected: ReadonlyMap<string, AutomationKind> = new Map()
  let interest: Omit<JobInterest, 'followed'> = { waitedFor: [], watched: [] }

  const follow = () => {
    const watched = interest.watched.filter((publicId) => !busy.has(publicId))
    reader.follow({ ...interest, watched, followed: [...busy] })
  }
  const reader = createJobReader({
    clock,
    random,
    api,
    onChange(publicId) {
      if (pendingOf(publicId).length > 0) busy.add(publicId)
      else busy.delete(publicId)
      onChange(publicId)
      follow()
    },
  })
  const pendingOf = (publicId: string) => pendingJobs(reader.known(publicId).jobs ?? [], names)

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
  /** The ids of a phone's jobs; null when they cannot be read. */
  const idsOf = (publicId: string) => readIds(publicId).catch(() => null)
  /** The same, before a launch. @throws FaultError where nothing answers: the launch might be lost, and nobody could tell */
  const idsBefore = (publicId: string) =>
    readIds(publicId).catch((thrown: unknown) => {
      if (faultOf(thrown).kind === 'network') throw new FaultError({ kind: 'launch-unsent' })
      return null
    })
  /** What has become of a launch before which there were these jobs. */
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
    { closed, stop, onDoubt }: LaunchRun,
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

  const forget = (publicId: string) => {
    busy.delete(publicId)
    interrupted.delete(publicId)
    doubts.delete(publicId)
    reader.forget(publicId)
  }

  return {
    standing,
    pending(publicId) {
      const kind = launching.get(publicId)?.kind ?? expected.get(publicId)
      if (kind) return { kind, status: null }
      const [job] = pendingOf(publicId)
      return job ? { kind: job.kind, status: job.status } : null
    },
    known: (publicId) => reader.known(publicId),
    follow(next) {
      interest = next
      follow()
    },
    read: (publicId) => reader.read(publicId),
    async lookAt(publicId) {
      await idsOf(publicId)
      return standing(publicId)
    },
    async launch(publicId, launch, by) {
      const other = launching.get(publicId)
      if (other) throw new FaultError({ kind: 'job-pending', job: other.kind })
      launching.set(publicId, launch)
      onChange(publicId)
      try {
        const job = await launchOnce(publicId, launch, by)
        onLaunched()
        return job
      } finally {
        launching.delete(publicId)
        if (gone.delete(publicId)) forget(publicId)
        // The phone is about to be connected to again.
        if (doubts.has(publicId)) void idsOf(publicId)
        onChange(publicId)
      }
    },
    startAnew: () => reader.startAnew(),
    expect(launches) {
      const publicIds = new Set([...expected.keys(), ...launches.keys()])
      const changed = [...publicIds].filter((publicId) => expected.get(publicId) !== launches.get(publicId))
      expected = launches
      changed.forEach(onChange)
    },
    interrupt(publicId) {
      interrupted.set(publicId, new Set(pendingOf(publicId).map(({ id }) => id)))
      onChange(publicId)
    },
    interrupted: () => [...interrupted.keys()],
    endInterruption(publicId) {
      if (interrupted.delete(publicId)) onChange(publicId)
    },
    forget(publicId) {
      if (launching.has(publicId)) gone.add(publicId)
      forget(publicId)
    },
    close() {
      closing.abort()
      reader.close()
    },
  }
}
