import type { TileState } from '../../../src-shared/bridge/tile-state'
import { stepHasEnded } from '../../../src-shared/bridge/task-state'
import { hasEnded } from '../../../src-shared/bridge/upload-state'
import { pendingJobs } from '../../../src-shared/protocol/automation'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Clock } from '../base/clock'
import { unlessStopped } from '../base/unless-stopped'
import { Screen } from '../flows/look/screen'
import type { FlowPhone, PhoneStanding } from '../flows/on-phone/flow-phone'
import { sayFault } from '../flows/on-phone/say-fault'
import { StepFailure } from '../flows/on-phone/step-failure'
import { isWithoutPlace } from '../service/fault-policy'
import { pathFile } from '../uploads/path-file'
import type { Uploads } from '../uploads/uploads'
import type { Fleet } from './fleet'

/** A phone of an open fleet, as flows use it. The fleet's events are passed on to it. */
export interface PhoneInFlow extends FlowPhone {
  change(tile: TileState): void
  /** Something that the fleet reports has changed. */
  look(): void
}

export interface FlowPhonesOptions {
  clock: Clock
  words: Pick<Vocabulary, 'automationLaunch' | 'automationJob' | 'abandonedJob' | 'endedJobs'>
  fleet: () => Fleet
  uploads: Pick<Uploads, 'add' | 'to' | 'cancel'>
  /** The fleet's id among the uploads. */
  uploadsId: string
  /** The phones that are to be live are others. */
  onEntered: () => void
}

/** The phones of an open fleet, for flows. */
export interface FlowPhones {
  /** The phones that flows want live. */
  readonly entered: ReadonlySet<string>
  join(publicId: string, name: string): PhoneInFlow
  /** Waits until something that the fleet reports is so. @throws the reason of `stop` */
  until<Found>(find: () => Found | null, stop: AbortSignal): Promise<Found>
  /** Something that the fleet reports has changed. */
  look(): void
}

export function createFlowPhones({
  clock,
  words,
  fleet: fleetNow,
  uploads,
  uploadsId,
  onEntered,
}: FlowPhonesOptions): FlowPhones {
  const entered = new Set<string>()
  const changed = new Set<() => void>()

  const until = <Found>(find: () => Found | null, stop: AbortSignal): Promise<Found> => {
    let see: () => void = () => undefined
    const found = new Promise<Found>((resolve) => {
      see = () => {
        const now = find()
        if (now !== null) resolve(now)
      }
    })
    changed.add(see)
    see()
    return unlessStopped(found, stop).finally(() => changed.delete(see))
  }

  const join = (publicId: string, name: string): PhoneInFlow => {
    const screen = new Screen(clock)
    const listeners = new Set<() => void>()
    let standing: PhoneStanding = { name: 'waiting', reason: '' }
    return {
      publicId,
      name,
      screen,
      get standing() {
        return standing
      },
      onStanding(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      change(tile) {
        standing = standingOf(tile)
        if (standing.name !== 'live') screen.interrupt()
        this.look()
      },
      look() {
        for (const each of [...listeners]) each()
      },
      enter() {
        entered.add(publicId)
        onEntered()
      },
      reconnect: () => fleetNow().retryStream(publicId),
      leave() {
        entered.delete(publicId)
        onEntered()
      },
      act: (action, stop) => fleetNow().flowInput.act(publicId, action, stop),
      type: (text, stop) => fleetNow().flowInput.type(publicId, text, stop),
      async upload(path, stop) {
        const source = await pathFile(path)
        const [id] = uploads.add(uploadsId, [source], [{ publicId, name }])
        const ended = await until(() => {
          const upload = uploads.to(uploadsId).find((each) => each.id === id)
          return upload && hasEnded(upload) ? upload : null
        }, stop).catch((thrown: unknown) => {
          if (id !== undefined) uploads.cancel(id)
          throw thrown
        })
        if (ended.state !== 'done')
          // An upload with an unknown outcome has a fault of its own.
          throw new StepFailure(
            sayFault(
              ended.fault ?? { kind: ended.state === 'unknown' ? 'outcome-unknown' : 'cancelled' },
              true,
            ),
          )
      },
      async launch(launch, stop) {
        const id = fleetNow().tasks.launch([publicId], launch)
        const step = await until(() => {
          const [each] =
            fleetNow()
              .tasks.all()
              .find((task) => task.id === id)?.steps ?? []
          return each && stepHasEnded(each) ? each : null
        }, stop).catch((thrown: unknown) => {
          fleetNow().tasks.cancel(id)
          throw thrown
        })
        if (step.state !== 'done') throw new FaultError(step.fault ?? { kind: 'cancelled' })
      },
      get jobStatus() {
        const jobs = fleetNow().jobs.find((each) => each.publicId === publicId)?.jobs ?? []
        // One that runs counts first: dates may be missing.
        const [newest] = [
          ...pendingJobs(jobs, words),
          ...jobs.toSorted((a, b) => Date.parse(b.createdAt ?? '') - Date.parse(a.createdAt ?? '')),
        ]
        if (!newest) return null
        return { status: newest.status, hasEnded: pendingJobs([newest], words).length === 0 }
      },
    }
  }

  return {
    entered,
    join,
    until,
    look() {
      for (const each of [...changed]) each()
    },
  }
}

function standingOf({ state, idleReason, fault, job }: TileState): PhoneStanding {
  switch (state) {
    case 'live':
      return { name: 'live', reason: '' }
    case 'automation':
      return { name: 'busy', reason: sayFault({ kind: 'job-pending', job: job?.kind ?? null }) }
    case 'connecting':
      return { name: 'waiting', reason: '' }
    case 'idle':
      return idleReason === 'minutes-used-up'
        ? { name: 'away', reason: fault ? sayFault(fault) : 'Today’s active minutes are used up.' }
        : { name: 'waiting', reason: '' }
    case 'blocked':
      return { name: 'away', reason: 'The phone is blocked.' }
    case 'offline':
      return { name: 'away', reason: 'The phone is offline.' }
    case 'parked': {
      const isFull = fault !== null && isWithoutPlace(fault)
      return {
        name: isFull ? 'waiting' : 'away',
        reason: fault ? sayFault(fault) : 'The phone sends no frames.',
      }
    }
  }
}
