import { isDeepStrictEqual } from 'node:util'
import type { PhoneJobs } from '../../../src-shared/features/jobs'
import type { TileState } from '../../../src-shared/features/tile-state'
import type { Device } from '../../../src-shared/protocol/device'
import { deviceName } from '../../../src-shared/protocol/device-name'
import type { JobWatch } from '../jobs/job-watch'
import type { Clock } from '../time/clock'
import type { TileSession } from './tile-session'

/** A session, as others know it. */
export type PhoneSession = Pick<TileSession, keyof TileSession>

/** One phone of an open fleet. */
export interface Phone {
  device: Device
  readonly session: PhoneSession
  seen: boolean
  /** Since when it is seen, or out of sight, in monotonic ms; -Infinity for what has always been so. */
  since: number
  /** The jobs last reported. */
  jobs: PhoneJobs
}

/** The phones of an open fleet, each with its session, in the order of the list. */
export interface Phones {
  readonly all: ReadonlyMap<string, Phone>
  readonly sessions: PhoneSession[]
  readonly tiles: TileState[]
  /** What was told of the jobs of the phones whose jobs were read, or could not be. */
  readonly jobs: PhoneJobs[]
  session(publicId: string): PhoneSession | undefined
  /** What the person calls the phone; its identifier when it is not in the fleet. */
  nameOf(publicId: string): string
  /** In the order of the list. */
  namesOf(publicIds: readonly string[]): string[]
  /** Phones come and go with the list; those that stay keep their sessions. */
  follow(devices: readonly Device[]): void
  /** These phones are in sight from now on, and no others. */
  see(visible: readonly string[]): void
  /** Re-reads what is known of a phone's jobs. */
  lookAtJobs(publicId: string): void
}

export interface PhonesOptions {
  clock: Pick<Clock, 'monotonic'>
  watch: Pick<JobWatch, 'pending' | 'known' | 'interruptionOf'>
  join: (publicId: string) => PhoneSession
  /** The phone has left the fleet; its session is closed. */
  onLeft: (publicId: string, tile: number) => void
  onJobs: (jobs: PhoneJobs) => void
}

export function createPhones({ clock, watch, join, onLeft, onJobs }: PhonesOptions): Phones {
  const members = new Map<string, Phone>()
  let inSight: ReadonlySet<string> = new Set()

  const nameOf = (publicId: string) => {
    const member = members.get(publicId)
    return member ? deviceName(member.device) : publicId
  }

  /** Notes since when each phone is in or out of sight. */
  const note = () => {
    // A wall that comes into sight as a whole does not move.
    const appears = ![...members.values()].some(({ seen }) => seen)
    for (const [publicId, member] of members) {
      const seen = inSight.has(publicId)
      if (seen === member.seen) continue
      member.seen = seen
      member.since = appears ? -Infinity : clock.monotonic()
    }
  }

  return {
    all: members,
    get sessions() {
      return [...members.values()].map(({ session }) => session)
    },
    get tiles() {
      return [...members.values()].map(({ session }) => session.state)
    },
    get jobs() {
      return [...members.values()].map(({ jobs: told }) => told).filter(({ jobs, fault }) => jobs ?? fault)
    },
    session: (publicId) => members.get(publicId)?.session,
    nameOf,
    namesOf(publicIds) {
      const listed = [...members.keys()]
      return publicIds.toSorted((a, b) => listed.indexOf(a) - listed.indexOf(b)).map(nameOf)
    },
    follow(devices) {
      const listed = new Set(devices.map((device) => device.public_id))
      for (const [publicId, { session }] of members) {
        if (listed.has(publicId)) continue
        session.close()
        members.delete(publicId)
        onLeft(publicId, session.state.tile)
      }
      for (const device of devices) {
        const publicId = device.public_id
        const member = members.get(publicId)
        const jobs: PhoneJobs = { publicId, jobs: null, fault: null }
        if (member) member.device = device
        else members.set(publicId, { device, session: join(publicId), seen: false, since: -Infinity, jobs })
      }
      note()
    },
    see(visible) {
      inSight = new Set(visible)
      note()
    },
    lookAtJobs(publicId) {
      const member = members.get(publicId)
      if (!member) return
      member.session.setJob(watch.pending(publicId), watch.interruptionOf(publicId))
      const { jobs, isPart, fault } = watch.known(publicId)
      const next: PhoneJobs = { publicId, jobs, fault, ...(isPart ? { isPart } : {}) }
      if (isDeepStrictEqual(next, member.jobs)) return
      member.jobs = next
      onJobs(next)
    },
  }
}
