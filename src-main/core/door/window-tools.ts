import { anyActivity } from '../../../src-shared/features/activity'
import type { Acted } from '../agent/acted'
import { AgentSession } from '../agent/agent-session'
import { HeldPhones } from '../agent/held-phones'
import { ToolRefused } from '../agent/refusal'
import type { AgentRun, AgentRunResult, ToolFleet } from '../agent/tool-fleet'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Grant } from '../../../src-shared/features/programs-state'
import type { WindowFlowFleet } from '../flows/in-fleet/window-fleet'
import type { Clock } from '../time/clock'
import { unlessStopped } from '../time/unless-stopped'
import type { DoorWindow } from './door-window'
import type { ProgramTools } from './program-tools'

const mostEntries = 2000

export interface WindowToolsOptions {
  clock: Clock
  window: () => DoorWindow
  /** The grant's. */
  name: string
  /** As it is now. @throws FaultError `grant-refused` once it has ended */
  grant: () => Grant
  acted: Acted
}

/** What a program has of the fleet that the window has open. */
interface OpenTools {
  open: WindowFlowFleet
  fleet: ToolFleet
  held: HeldPhones
}

/** Makes the tools of one program with a grant, beside the hands of a person. */
export function createWindowTools({ clock, window, name, grant, acted }: WindowToolsOptions): ProgramTools {
  let opening: Promise<OpenTools> | null = null
  let opened: OpenTools | null = null
  let isClosed = false

  const leave = ({ open, held }: OpenTools) => {
    held.close()
    open.close()
  }
  const begin = async (): Promise<OpenTools> => {
    const at = window()
    // Each call takes its turn as a whole.
    const open = await at.fleet.open((_publicId, stop, work) => work(stop), new AbortController().signal)
    const held = new HeldPhones({ clock, mostPhones: () => open.usage?.max_active_devices ?? Infinity })
    const tools = { open, held, fleet: toolFleet(clock, at, name, open, held) }
    if (isClosed) leave(tools)
    else opened = tools
    return tools
  }
  /** Opens the window's fleet once, and again when the window has opened another. */
  const current = (): Promise<OpenTools> => {
    if (opened?.open.isGone) {
      leave(opened)
      opened = null
      opening = null
    }
    opening ??= begin().catch((thrown: unknown) => {
      opening = null
      throw thrown
    })
    return opening
  }
  const session = new AgentSession({
    open: async (stop) => (await unlessStopped(current(), stop)).fleet,
    name: () => name,
    note: (call) => window().activity.program(call),
    ...{ grant, acted },
  })
  /** A refusal is an answer: a fault would be a defect. */
  const answering = async <Answer extends object>(work: Promise<Answer>) => {
    try {
      return await work
    } catch (thrown) {
      if (thrown instanceof ToolRefused) return { refused: { code: thrown.code, message: thrown.message } }
      throw thrown
    }
  }

  return {
    list() {
      const tools = session.tools()
      // It has come to use them.
      window().fleet.pictures.warmUp()
      return { tools }
    },
    call: (tool, given, stop) => session.call(tool, given, stop),
    resources: (stop) => answering(session.resources(stop).then((resources) => ({ resources }))),
    read: (uri, stop) => answering(session.read(uri, stop).then((contents) => ({ contents }))),
    close() {
      isClosed = true
      session.close()
      if (opened) leave(opened)
    },
  }
}

function toolFleet(
  clock: Clock,
  window: DoorWindow,
  name: string,
  open: WindowFlowFleet,
  held: HeldPhones,
): ToolFleet {
  const { fleet, fleetName: nameAtFirst, flows, turns, looks, ask, isPaused } = window
  const { pictures, words } = fleet
  return {
    clock,
    pictures,
    words: () => words,
    fleet: () => open.fleet,
    phone(publicId) {
      const phone = open.phone(publicId)
      if (!phone) throw new FaultError({ kind: 'not-found', what: 'phone', name: publicId })
      return phone
    },
    get isPaused() {
      return isPaused()
    },
    use(phone) {
      const ends = [held.use(phone), looks.mark(phone.publicId, name)]
      return () => ends.forEach((end) => end())
    },
    inTurn: (publicId, caller, stop, work) => turns.on(publicId, caller, stop, work),
    untouched: (publicId, stop, work) => turns.untouched(publicId, stop, work),
    nextTouch: (publicId) => turns.nextTouch(publicId),
    async activity(publicIds) {
      const query = { ...anyActivity, publicIds: publicIds && [...publicIds] }
      const { entries } = await ask('activity.list', { query, offset: 0, limit: mostEntries })
      // The log has entries of all fleets; this one may have been renamed.
      return entries.filter(({ fleet }) => [nameAtFirst, window.fleetName].includes(fleet))
    },
    flowsFolder: flows.folder,
    runFlows: (run, stop) => runInWindow(run, stop, flows),
  }
}

/** Runs flows as a person would: the window lists the run. */
async function runInWindow(
  { read, publicIds, env, onActions }: AgentRun,
  stop: AbortSignal,
  window: DoorWindow['flows'],
): Promise<AgentRunResult> {
  const run = await window.runRead({ read, publicIds, env, onActions })
  const end = () => run.stopNow()
  stop.addEventListener('abort', end, { once: true })
  if (stop.aborted) end()
  try {
    await run.ended
    return { cases: run.cases, results: run.results }
  } finally {
    stop.removeEventListener('abort', end)
  }
}
