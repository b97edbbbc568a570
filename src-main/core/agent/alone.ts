import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { ActivityEntry } from '../../../src-shared/features/activity'
import { shortageOf, usualTimeoutS } from '../../../src-shared/features/flows-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { resultsOf } from '../flows/in-fleet/flow-library'
import { openFlowFleet, type WholeFlowFleet } from '../flows/in-fleet/flow-fleet'
import { leastCost } from '../flows/language/cost'
import type { FlowPhone } from '../flows/on-phone/flow-phone'
import { createCaseFolders } from '../flows/reports/case-files'
import { divide } from '../flows/run/divide'
import { FleetUse } from '../flows/run/fleet-use'
import { Run, timeoutMsOf } from '../flows/run/run-flows'
import { shownVerdict } from '../flows/run/run-result'
import { createActivity } from '../history/activity'
import type { ProgramCall } from '../history/note-programs'
import type { Pictures } from '../pictures/pictures'
import type { FleetAccess } from '../saved-fleets/fleet-address'
import type { Clock } from '../time/clock'
import { Turns } from '../time/turns'
import { HeldPhones } from './held-phones'
import type { AgentRun, AgentRunResult, ToolFleet } from './tool-fleet'

const mostEntries = 2000
// No person touches its phones.
const never = new AbortController().signal

export interface AloneOptions {
  access: FleetAccess
  words: Vocabulary
  clock: Clock
  random: () => number
  pictures: Pick<Pictures, 'of'>
  /** Absolute. */
  flowsFolder: string
}

/** A fleet that a program alone uses: no window, no person. */
export interface AloneFleet extends ToolFleet {
  /** A call of the program has ended. */
  note(call: ProgramCall): void
  /** Ends everything; no input goes out afterwards. */
  close(): void
}

/** Opens a fleet for the tools, in this process. @throws FaultError when its list can't be read */
export async function openAlone(options: AloneOptions): Promise<AloneFleet> {
  const { access, words, clock, random, pictures, flowsFolder } = options
  let entries: ActivityEntry[] = []
  const add = (entry: ActivityEntry) => {
    entries = [entry, ...entries].slice(0, mostEntries)
  }
  const count = (entry: ActivityEntry) => {
    add(entry)
    return { repeat: () => void (entry.times = (entry.times ?? 1) + 1), end: () => undefined }
  }
  const own: { fleet: WholeFlowFleet | null } = { fleet: null }
  const nameOf = (publicId: string) => own.fleet?.fleet.nameOf(publicId) ?? publicId
  const activity = createActivity({
    clock,
    log: { add, count },
    onEntry: () => undefined,
    fleetName: () => '',
    phoneName: nameOf,
    launchFields: (kind) => words.automationLaunch.more?.[kind] ?? {},
  })
  const onEvent = activity.event
  const open = await openFlowFleet({ access, words, clock, random, onEvent })
  own.fleet = open
  const mostPhones = () => open.usage?.max_active_devices ?? Infinity
  const held = new HeldPhones({ clock, mostPhones })
  const turns = new Map<string, Turns>()

  const phone = (publicId: string): FlowPhone => {
    const found = open.phone(publicId)
    if (!found) throw new FaultError({ kind: 'not-found', what: 'phone', name: publicId })
    return found
  }

  return {
    clock,
    pictures,
    flowsFolder,
    words: () => words,
    fleet: () => open.fleet,
    phone,
    use: (each) => held.use(each),
    async inTurn(publicId, _caller, stop, work) {
      const own = turns.get(publicId) ?? new Turns(1)
      turns.set(publicId, own)
      const leave = await own.enter(stop)
      try {
        return await work(stop)
      } finally {
        leave()
      }
    },
    isPaused: false,
    untouched: (_publicId, stop, work) => work(stop),
    nextTouch: () => never,
    note: activity.program,
    activity: (publicIds) => {
      const isWanted = (each: ActivityEntry) =>
        publicIds === null || (each.publicId !== null && publicIds.includes(each.publicId))
      return Promise.resolve(entries.filter(isWanted))
    },
    runFlows: (run, stop) => runAlone(run, stop, open, options, phone),
    close() {
      activity.close()
      held.close()
      open.close()
    },
  }
}

async function runAlone(
  { flows, publicIds, env, onActions }: AgentRun,
  stop: AbortSignal,
  { usage }: WholeFlowFleet,
  { clock, words, pictures, flowsFolder }: AloneOptions,
  phone: (publicId: string) => FlowPhone,
): Promise<AgentRunResult> {
  const plans = divide(flows, publicIds.map(phone), false)
  const least = leastCost(plans.flatMap((plan) => plan.flows))
  const shortage = shortageOf({ ...least, promised: { actions: 0, uploads: 0 } }, usage)
  if (shortage) throw new FaultError({ kind: 'flow-shortage', budget: shortage })
  // Without a person there is no report, and no recording.
  const results = resultsOf(clock.now(), randomUUID())
  const folder = join(flowsFolder, results)
  const folders = createCaseFolders(folder, null)
  const run = new Run({
    ...{ clock, words, pictures, plans, env },
    timeoutMs: timeoutMsOf(usualTimeoutS),
    retries: 0,
    emit: () => undefined,
    mostActions: Infinity,
    onActions,
    use: new FleetUse({
      mostPhones: usage?.max_active_devices ?? plans.length,
      mostActions: usage?.actions.remaining ?? Infinity,
      mostUploads: usage?.uploads.remaining ?? Infinity,
    }),
    filesOf: (flow, { publicId: id, name }) => folders(flow, flow.name, { id, name }),
  })
  const end = () => {
    run.stop()
    run.stop()
  }
  stop.addEventListener('abort', end, { once: true })
  if (stop.aborted) end()
  try {
    const { cases } = await run.result
    const shown = cases.map((each) => ({
      publicId: each.phone.id,
      phone: each.phone.name,
      flow: each.flow,
      verdict: shownVerdict(each),
      message: each.failure?.message ?? null,
    }))
    return { cases: shown, results: existsSync(folder) ? results : null }
  } finally {
    stop.removeEventListener('abort', end)
  }
}
