import { busyAmong } from '../jobs/job-guard'
import { stepsLeftOf } from '../../../src-shared/features/task-state'
import type { Fleet, FleetOptions } from './fleet'
import { createSignals } from './signals'
import { noneIsViewOnly } from '../input/view-only'
import { wireAccount } from './wire-account'
import { wireInput } from './wire-input'
import { wirePhones } from './wire-phones'
import { wirePlanning } from './wire-planning'
import { wireService } from './wire-service'
import { wireTasks } from './wire-tasks'

/** Opens a fleet: reads its list and budgets, and connects to its phones in sight until it is closed. */
export function openFleet(options: FleetOptions): Fleet {
  const signals = createSignals()
  const service = wireService(options, signals)
  const account = wireAccount(options, service, signals)
  const seen = wirePhones(options, service, account, signals)
  const planning = wirePlanning(options, service, account, seen, signals)
  const input = wireInput(options, service, account, seen, planning, signals)
  const tasks = wireTasks(options, service, account, seen, input, signals)
  const { gate } = service
  const { list, meter } = account
  const { phones, jobs } = seen
  const { mirror, presses, queues } = input

  /** Tries a parked key with the list before anything else. */
  const refresh = async () => {
    gate.retry()
    await list.read()
    // A fault that needs a person has ended the polling of the budgets.
    if (meter.state.fault && !gate.fault) await meter.read()
    if (!list.state.fault) jobs.askAgain()
  }
  const retry = (how: () => void) => {
    if (gate.fault) void refresh()
    else how()
  }

  signals.on('gesture', (publicId) => {
    if (!input.calls.flowInput.isTyping(publicId)) options.use?.touched(publicId)
  })

  void meter.read()
  void list.read()

  return {
    get devices() {
      return list.state
    },
    get tiles() {
      return phones.tiles
    },
    get jobs() {
      return phones.jobs
    },
    get usage() {
      return meter.state
    },
    get scopes() {
      return account.scopes.state
    },
    get underWay() {
      return queues.underWay
    },
    get waitingPhones() {
      return queues.waitingPhones
    },
    ...input.calls,
    presses,
    tasks,
    refresh,
    readUsage: () => meter.read(),
    spent: () => meter.spent(),
    get keyRefusal() {
      return gate.fault
    },
    keyRefused: gate.refused,
    learn: (fault) => void signals.emit('refused', fault),
    isViewOnly: options.isViewOnly ?? noneIsViewOnly,
    nameOf: phones.nameOf,
    framed: (publicId) => ({
      publicId,
      name: phones.nameOf(publicId),
      open: (sink, isKept) => seen.liveFrames.open(publicId, sink, isKept),
    }),
    show(view) {
      seen.see(view, mirror.chosen)
      planning.now()
    },
    mirror(pageId, publicIds) {
      mirror.choose(pageId, publicIds)
      seen.see(seen.view, mirror.chosen)
      planning.now()
    },
    takeBack: (publicId) => retry(() => phones.session(publicId)?.takeBack()),
    retryStream: (publicId) =>
      retry(() => {
        // A phone that waits for minutes has no stream to retry.
        if (meter.usedUp('active_minutes')) void meter.read()
        phones.session(publicId)?.retry()
        jobs.askAgain()
      }),
    isDialing(publicId) {
      const session = phones.session(publicId)
      return session?.state.state === 'connecting' && session.rate !== null
    },
    async readJobs(publicId) {
      await jobs.read(publicId)
    },
    async readAllJobs() {
      await Promise.allSettled(list.state.devices.map(({ public_id }) => jobs.read(public_id)))
    },
    busyAmong: (publicIds) => busyAmong(jobs, publicIds, service.clock),
    resumeJobs(all) {
      jobs.resume(all.filter(({ publicId }) => publicId !== null && phones.all.has(publicId)))
    },
    interruptJob(publicId) {
      jobs.interrupt(publicId)
      // The person means now, not when a slot is free.
      planning.beginAction(publicId)
    },
    letJobRun: (publicId) => jobs.endInterruption(publicId),
    close() {
      const steps = stepsLeftOf(tasks.all())
      const missed = new Set(queues.close())
      signals.removeAllListeners()
      signals.on('lost', (publicId, fault) => {
        queues.of(publicId).lose(fault)
        missed.add(publicId)
      })
      tasks.close()
      service.clock.close()
      planning.close()
      account.close()
      seen.close()
      service.http.close()
      return [
        ...(steps > 0 ? [{ kind: 'run-given-up' as const, steps }] : []),
        ...(missed.size > 0
          ? [{ kind: 'input-unconfirmed' as const, names: phones.namesOf([...missed]) }]
          : []),
      ]
    },
  }
}
