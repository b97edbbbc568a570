import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import type { TileState } from '../../../../src-shared/features/tile-state'
import { stepHasEnded, type TaskStep } from '../../../../src-shared/features/task-state'
import { hasEnded } from '../../../../src-shared/features/upload-state'
import { defaultLabelColor } from '../../../../src-shared/protocol/label-color'
import { pendingJobs } from '../../../../src-shared/protocol/automation'
import type { DevicesState } from '../../../../src-shared/features/phones'
import { FaultError, faultOf, type Fault } from '../../../../src-shared/protocol/fault'
import { hasLeftAccount, onlyReads } from '../../../../src-shared/protocol/fault-predicates'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import type { Clock } from '../../time/clock'
import { unlessStopped } from '../../time/unless-stopped'
import { Screen } from '../../screens/screen'
import type { FlowPhone, PhoneStanding } from '../on-phone/flow-phone'
import { noFrames } from '../on-phone/presence'
import { reasons } from '../on-phone/reasons'
import { sayFault, sayJob } from '../on-phone/say-fault'
import { StepFailure } from '../on-phone/step-failure'
import { isWithoutPlace, shutsOut } from '../../service/fault-policy'
import { pathFile } from '../../uploads/path-file'
import type { Uploads } from '../../uploads/uploads'
import type { Fleet } from '../../open-fleet/fleet'

/** A phone of an open fleet, as flows use it. The fleet's events are passed on to it. */
export interface PhoneInFlow extends FlowPhone {
  /** Its tile is another. */
  change(tile: TileState): void
  /** It stands so from now on, whatever its tile was. */
  stand(standing: PhoneStanding): void
  /** Something that the fleet reports has changed. */
  look(): void
}

/**
 * Stands between what works on phones and a phone: does what changes the phone once it may.
 * @param isInput it is one input, which throws the reason of its `stop` when that is aborted before the input has gone out
 * @throws FaultError when it may not, or the reason of `stop`
 */
export type GuardPhone = <Done>(
  publicId: string,
  stop: AbortSignal,
  work: (stop: AbortSignal) => Promise<Done>,
  isInput: boolean,
) => Promise<Done>

const unguarded: GuardPhone = (_publicId, stop, work) => work(stop)

export interface FlowPhonesOptions {
  clock: Clock
  words: Pick<Vocabulary, 'automationLaunch' | 'automationJob' | 'abandonedJob' | 'endedJobs'>
  fleet: () => Fleet
  uploads: Pick<Uploads, 'add' | 'to' | 'cancel'>
  /** The fleet's id among the uploads. */
  uploadsId: string
  /** The service refused the key: called once. */
  onRefused: (fault: Fault) => void
  /** Left out: nothing stands between. */
  guard?: GuardPhone
}

/** The phones of an open fleet, for flows. */
export interface FlowPhones {
  join(publicId: string, name: string): PhoneInFlow
  /** Waits until something that the fleet reports is so. @throws the reason of `stop` */
  until<Found>(find: () => Found | null, stop: AbortSignal): Promise<Found>
  /** Looks again at what `until` waits for. */
  look(): void
  /** Hears the events of the fleet. */
  event(event: AppEvent): void
}

export function createFlowPhones({
  clock,
  words,
  fleet: fleetNow,
  uploads,
  uploadsId,
  onRefused,
  guard = unguarded,
}: FlowPhonesOptions): FlowPhones {
  const changed = new Set<() => void>()
  const joined = new Map<string, PhoneInFlow>()
  let refused: PhoneStanding | null = null
  let refusal: Fault | null = null

  const look = () => {
    for (const each of [...changed]) each()
  }
  const until = <Found>(find: () => Found | null, stop: AbortSignal): Promise<Found> => {
    let see: () => void = () => undefined
    const found = new Promise<Found>((resolve, reject) => {
      see = () => {
        const now = find()
        if (now !== null) resolve(now)
        else if (refusal) reject(new FaultError(refusal))
      }
    })
    changed.add(see)
    see()
    return unlessStopped(found, stop).finally(() => changed.delete(see))
  }

  /** Learns from a fault whether the key was refused: then all phones are. */
  const learn = (fault: Fault | null) => {
    if (refused || !fault || !shutsOut(fault)) return
    refusal = fault
    refused = { name: 'refused', reason: reasons.keyRefusedFor({ why: sayFault(fault, true) }) }
    for (const phone of joined.values()) phone.stand(refused)
    onRefused(fault)
    // Nothing more comes that somebody waits for.
    look()
  }
  /** Waits for an answer, and learns from its fault. */
  const learning = async <Answer>(answer: Promise<Answer>): Promise<Answer> => {
    try {
      return await answer
    } catch (thrown) {
      learn(faultOf(thrown))
      throw thrown
    }
  }

  /** Waits for the end of a task on one phone; its stop cancels the task. @throws FaultError when it failed */
  const stepOf = async (id: string, stop: AbortSignal): Promise<TaskStep> => {
    const { tasks } = fleetNow()
    const step = await until(() => {
      const [each] = tasks.all().find((task) => task.id === id)?.steps ?? []
      return each && stepHasEnded(each) ? each : null
    }, stop).catch((thrown: unknown) => {
      tasks.cancel(id)
      throw thrown
    })
    learn(step.fault)
    if (step.state !== 'done') throw new FaultError(step.fault ?? { kind: 'cancelled' })
    return step
  }

  const join = (publicId: string, name: string): PhoneInFlow => {
    const screen = new Screen(clock)
    const listeners = new Set<() => void>()
    let launched: string | undefined
    let close: (() => void) | null = null
    let standing: PhoneStanding = refused ?? { name: 'waiting', reason: '' }
    const phone: PhoneInFlow = {
      publicId,
      name,
      screen,
      get standing() {
        return standing
      },
      get isDialing() {
        return fleetNow().isDialing(publicId)
      },
      onStanding(listener) {
        listeners.add(listener)
        return () => listeners.delete(listener)
      },
      change(tile) {
        for (const fault of [tile.fault, tile.controlFault]) learn(fault)
        phone.stand(standingOf(tile))
      },
      stand(next) {
        standing = refused ?? next
        if (standing.name !== 'live') screen.interrupt()
        phone.look()
      },
      look() {
        for (const each of [...listeners]) each()
      },
      enter() {
        close ??= phone.open(screen)
      },
      open: (sink) => fleetNow().framed(publicId).open(sink),
      reconnect() {
        if (!refused) fleetNow().retryStream(publicId)
      },
      leave() {
        close?.()
        close = null
        screen.interrupt()
      },
      act(action, stop, unsent) {
        const act = (until: AbortSignal) => fleetNow().flowInput.act(publicId, action, until, unsent)
        return learning(onlyReads(action) ? act(stop) : guard(publicId, stop, act, true))
      },
      type: (text, stop, unsent) =>
        learning(
          guard(publicId, stop, (until) => fleetNow().flowInput.type(publicId, text, until, unsent), true),
        ),
      async upload(path, stop) {
        const source = await pathFile(path)
        // An upload takes its time, and disturbs no input.
        const add = () => Promise.resolve(uploads.add(uploadsId, [source], [{ publicId, name }]))
        const [id] = await guard(publicId, stop, add, false)
        const now = () => uploads.to(uploadsId).find((each) => each.id === id) ?? null
        const whenEnded = () => {
          const upload = now()
          return upload && hasEnded(upload) ? upload : null
        }
        const ended = await until(whenEnded, stop).catch((thrown: unknown) => {
          // Changes of uploads come late: it may have ended all the same.
          const early = whenEnded()
          if (early) return early
          const isUnderWay = now()?.state === 'sending'
          if (id !== undefined) uploads.cancel(id)
          // Its last byte may be there.
          throw isUnderWay && stop.aborted ? new FaultError({ kind: 'outcome-unknown' }) : thrown
        })
        learn(ended.fault)
        if (ended.state === 'unknown') throw new FaultError(ended.fault ?? { kind: 'outcome-unknown' })
        if (ended.state !== 'done')
          throw new StepFailure(sayFault(ended.fault ?? { kind: 'cancelled' }, true))
      },
      get labels() {
        const device = fleetNow().devices.devices.find((each) => each.public_id === publicId)
        return device?.labels.map((label) => label.name) ?? []
      },
      async edit({ addLabels = [], removeLabels = [], ...edit }, stop) {
        const added = addLabels.map((each) => ({ name: each, color: defaultLabelColor }))
        const labels = { addLabels: added, removeLabels: [...removeLabels] }
        const send = (until: AbortSignal) =>
          stepOf(fleetNow().tasks.edit([publicId], { ...edit, ...labels }), until)
        await guard(publicId, stop, send, false)
      },
      async launch(launch, stop) {
        const send = (until: AbortSignal) => stepOf(fleetNow().tasks.launch([publicId], launch), until)
        const step = await guard(publicId, stop, send, false)
        launched = step.job
      },
      get jobStatus() {
        const jobs = fleetNow().jobs.find((each) => each.publicId === publicId)?.jobs ?? []
        const job = jobs.find(({ id }) => id === launched)
        if (!job) return null
        const { status, isGone = false } = job
        return { status, isGone, hasEnded: isGone || pendingJobs([job], words).length === 0 }
      },
    }
    joined.set(publicId, phone)
    return phone
  }

  /** Learns from the list of phones which have left the account. */
  const list = ({ status, devices, fault }: DevicesState) => {
    learn(fault)
    if (status !== 'ready') return
    const listed = new Set(devices.map((device) => device.public_id))
    for (const phone of joined.values()) if (!listed.has(phone.publicId)) phone.stand(hasLeft)
  }

  return {
    join,
    until,
    look,
    event(event) {
      switch (event.type) {
        case 'tile':
          joined.get(event.tile.publicId)?.change(event.tile)
          return
        case 'devices':
          for (const tile of event.tiles) joined.get(tile.publicId)?.change(tile)
          list(event.devices)
          return look()
        case 'usage':
          learn(event.usage.fault)
          return look()
        case 'jobs':
          learn(event.jobs.fault)
          joined.get(event.jobs.publicId)?.look()
          return look()
        case 'task':
        case 'tasks':
        case 'uploads':
          return look()
        default:
      }
    },
  }
}

const away = (detail: string): PhoneStanding => ({
  name: 'away',
  reason: detail.startsWith(reasons.offline) ? detail : `${reasons.offline} ${detail}`,
})
/** The key lacks what a stream needs: nothing comes back until a person has fixed it (spec 7). */
const lacksScope = (fault: Fault) =>
  fault.kind === 'scope-missing' || (fault.kind === 'socket-closed' && fault.code === 4403)
const hasLeft: PhoneStanding = { name: 'gone', reason: reasons.hasLeft }

function standingOf({ state, idleReason, fault, job, isUnreadable }: TileState): PhoneStanding {
  switch (state) {
    case 'live':
      return isUnreadable ? { name: 'away', reason: reasons.framesUnreadable } : { name: 'live', reason: '' }
    case 'automation':
      return {
        name: 'busy',
        reason: job?.kind ? reasons.busyWith({ job: sayJob(job.kind) }) : reasons.busy,
      }
    case 'connecting':
      return { name: 'waiting', reason: '' }
    case 'idle':
      return idleReason === 'minutes-used-up'
        ? { name: 'gone', reason: fault ? sayFault(fault) : reasons.minutesUsedUp }
        : { name: 'waiting', reason: '' }
    case 'blocked':
      return { name: 'gone', reason: reasons.blocked }
    case 'offline':
      return away(reasons.offline)
    case 'parked': {
      if (fault && hasLeftAccount(fault)) return hasLeft
      if (fault === null) return { name: 'away', reason: noFrames }
      const reason = sayFault(fault)
      if (isWithoutPlace(fault)) return { name: 'waiting', reason }
      if (lacksScope(fault)) return { name: 'gone', reason }
      return fault.kind === 'handshake-refused' ? { name: 'away', reason } : away(reason)
    }
  }
}
