import { z } from 'zod'
import { programTools, type Grant, type ProgramTool } from '../../../src-shared/features/programs-state'
import type { Device } from '../../../src-shared/protocol/device'
import type { ProgramCall } from '../history/note-programs'
import { inSentences, sayIssue } from '../base/say-issue'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Acted } from './acted'
import { allowsPhone, hasTool, refusalOfCall } from './grant-check'
import { refusalOf, ToolRefused } from './refusal'
import { isScreen, readResource, resourcesOf, type Resource, type ResourceContents } from './resources'
import { ScreenViews } from './screen-views'
import type { NamedPhone, ToolAnswer, ToolCall } from './tool'
import type { ToolFleet } from './tool-fleet'
import { toolNames, tools } from './tools/tools'

/** A tool, as the Model Context Protocol lists it. */
export interface ListedTool {
  name: ProgramTool
  title: string
  description: string
  inputSchema: { type: 'object'; [key: string]: unknown }
  annotations: {
    title: string
    readOnlyHint: boolean
    destructiveHint: boolean
    idempotentHint: boolean
    openWorldHint: boolean
  }
}

/** What a call of a tool gives, as the Model Context Protocol has it. */
export interface ToolResult {
  content: ({ type: 'text'; text: string } | { type: 'image'; data: string; mimeType: string })[]
  structuredContent: Record<string, unknown>
  isError?: true
  [key: string]: unknown
}

/** The phones of a call, by id. */
type About = Map<string, NamedPhone>

export interface AgentSessionOptions {
  /** Gives the fleet as it is now, for one call. @throws FaultError while none is open */
  open: (stop: AbortSignal) => Promise<ToolFleet>
  /** As it is now. @throws FaultError once it has ended */
  grant: () => Grant
  /** The program's, as the activity log shows it. */
  name: () => string
  acted: Acted
  /** A call has ended: once for each of its phones. */
  note: (call: ProgramCall) => void
}

interface EndedCall {
  tool: string
  about: About
  hasActed: boolean
  /** Why it failed; null when it is done. */
  why: { thrown: unknown } | null
  stop: AbortSignal
}

/** A call, whether it has changed something, and what ends it. */
type BegunCall = ToolCall & { readonly hasActed: boolean; end(): void }

/** One program at the tools, within its grant. */
export class AgentSession {
  readonly #options: AgentSessionOptions
  readonly #views = new ScreenViews()
  /** Notes each call that goes on as cancelled. */
  readonly #underWay = new Set<() => void>()

  constructor(options: AgentSessionOptions) {
    this.#options = options
  }

  /** Lists the tools that the grant has. */
  tools(): ListedTool[] {
    const grant = this.#options.grant()
    return toolNames.filter((name) => hasTool(grant, name)).map(listedTool)
  }

  /** Calls a tool. Never throws: why it did nothing is an answer, too. @param given what the program sent */
  async call(name: string, given: unknown, stop: AbortSignal): Promise<ToolResult> {
    const about: About = new Map()
    const tool = toolNames.find((each) => each === name)
    let call: BegunCall | null = null
    const note = this.#noting(tool ?? 'no-tool', about, stop, () => call?.hasActed ?? false)
    try {
      if (!tool) throw new ToolRefused('no-tool', `There is no tool ${name.slice(0, 60)}.`)
      call = await this.#begin(tool, programTools[tool] === 'acts' && tool !== 'jobs', stop, about)
      const input = tools[tool].input.safeParse(given ?? {}, inSentences)
      if (!input.success) throw new ToolRefused('invalid-arguments', `${sayIssue(input.error)}.`)
      const answer = await tools[tool].run(input.data, call)
      note(null)
      return resultOf(answer)
    } catch (thrown) {
      note({ thrown })
      // A call for several phones is about none of them.
      const phone = about.size === 1 ? ([...about.values()][0] ?? null) : null
      return refused(thrown, stop, phone, call ? jobIn(call, thrown, phone) : {})
    } finally {
      call?.end()
    }
  }

  /** Lists the resources. @throws ToolRefused with a sentence */
  resources(stop: AbortSignal): Promise<Resource[]> {
    return this.#reading('list_phones', stop, resourcesOf)
  }

  /** Reads a resource. @throws ToolRefused with a sentence */
  read(uri: string, stop: AbortSignal): Promise<ResourceContents> {
    return this.#reading(isScreen(uri) ? 'see' : 'list_phones', stop, (call) => readResource(uri, call))
  }

  /** Notes the calls that go on as cancelled: the program is gone, and Fleetwall may end before they do. */
  close(): void {
    for (const leave of [...this.#underWay]) leave()
  }

  /** Does what a tool does, for a resource. @throws ToolRefused for whatever goes wrong */
  async #reading<Answer>(
    tool: ProgramTool,
    stop: AbortSignal,
    work: (call: ToolCall) => Promise<Answer> | Answer,
  ): Promise<Answer> {
    const about: About = new Map()
    const note = this.#noting(tool, about, stop, () => false)
    try {
      const answer = await work(await this.#begin(tool, false, stop, about))
      note(null)
      return answer
    } catch (thrown) {
      note({ thrown })
      const { code, message } = refusalOf(thrown, stop)
      throw new ToolRefused(code, message)
    }
  }

  /** Begins a call's note. @returns notes its end, the first time: null, or why it failed */
  #noting(tool: string, about: About, stop: AbortSignal, hasActed: () => boolean) {
    const note = (why: { thrown: unknown } | null) => {
      if (this.#underWay.delete(leave)) this.#note({ tool, about, hasActed: hasActed(), why, stop })
    }
    const leave = () => note({ thrown: new FaultError({ kind: 'cancelled' }) })
    this.#underWay.add(leave)
    return note
  }

  /** Notes a call for each of its phones. */
  #note({ tool, about, hasActed, why, stop }: EndedCall) {
    const { name, note } = this.#options
    const fault = why?.thrown instanceof FaultError ? why.thrown.fault : null
    const of = { tool, by: name(), hasActed, fault }
    const refusal = why && !fault ? refusalOf(why.thrown, stop) : null
    // What a screen says stands below the first line.
    const more = refusal ? { reason: refusal.message.split('\n')[0], code: refusal.code } : {}
    const publicIds = about.size === 0 ? [null] : about.keys()
    for (const publicId of publicIds) note({ ...of, publicId, ...more })
  }

  /** Begins a call. @param about takes which phones it is about @throws ToolRefused */
  async #begin(tool: ProgramTool, isActing: boolean, stop: AbortSignal, about: About): Promise<BegunCall> {
    const { open, grant: grantNow, acted } = this.#options
    const grant = grantNow()
    const fleet = await open(stop)
    const used: Device[] = []
    /** By the grant as it is now: it may have changed while the call waited. */
    const check = (acts: boolean) => {
      const now = grantNow()
      const wanted = { tool, isActing: acts, now: fleet.clock.now(), acted: acted.times }
      const refusal = refusalOfCall(now, wanted)
      if (refusal) throw refusal
      const other = used.find((device) => !allowsPhone(now, device))
      if (other) throw noPhone(deviceName(other))
    }
    check(isActing)
    const devices = fleet.fleet().devices.devices.filter((device) => allowsPhone(grant, device))
    const progress: { giveBack: (() => void) | null; hasActed: boolean } = { giveBack: null, hasActed: false }
    return {
      tool,
      fleet,
      grant,
      caller: { name: grant.name, mayInterrupt: grant.mayInterrupt },
      views: this.#views,
      stop,
      publicIds: devices.map(({ public_id: publicId }) => publicId),
      phone(wanted) {
        const device = findPhone(wanted, devices)
        used.push(device)
        about.set(device.public_id, { id: device.public_id, name: deviceName(device) })
        return fleet.phone(device.public_id)
      },
      mayAct: () => check(true),
      reserve() {
        check(true)
        progress.giveBack = acted.add()
      },
      spend() {
        check(true)
        acted.add()
      },
      acts: () => void (progress.hasActed = true),
      hasNotActed: () => void (progress.hasActed = false),
      get hasActed() {
        return progress.hasActed
      },
      end() {
        if (!progress.hasActed) progress.giveBack?.()
      },
    }
  }
}

function listedTool(name: ProgramTool): ListedTool {
  const { title, about, input, isDestructive, isIdempotent } = tools[name]
  const schema = z.toJSONSchema(input, { io: 'input' })
  const readOnlyHint = programTools[name] === 'reads'
  return {
    name,
    title,
    description: about,
    inputSchema: { ...schema, type: 'object' },
    annotations: {
      title,
      readOnlyHint,
      destructiveHint: isDestructive,
      idempotentHint: readOnlyHint || isIdempotent,
      openWorldHint: true,
    },
  }
}

const noPhone = (wanted: string) =>
  new ToolRefused('not-found', `There is no phone ${wanted.slice(0, 60)} that you may use.`)

/** Finds a phone that the grant is for. @throws ToolRefused */
function findPhone(wanted: string, devices: readonly Device[]): Device {
  const byId = devices.find(({ public_id: publicId }) => publicId === wanted)
  if (byId) return byId
  const [found, another] = devices.filter((device) => deviceName(device) === wanted)
  if (!found) throw noPhone(wanted)
  if (another)
    throw new ToolRefused('not-found', `Several phones are called ${wanted.slice(0, 60)}: use the id.`)
  return found
}

const resultOf = ({ text, data, picture }: ToolAnswer): ToolResult => ({
  content: [
    { type: 'text', text },
    ...(picture
      ? [{ type: 'image' as const, data: picture.toString('base64'), mimeType: mimeTypeOf(picture) }]
      : []),
  ],
  structuredContent: data,
})

const mimeTypeOf = (picture: Buffer) => (picture[0] === 0x89 ? 'image/png' : 'image/jpeg')

/** Returns the job that keeps the phone of a call for itself, as data. */
function jobIn({ fleet }: ToolCall, thrown: unknown, phone: NamedPhone | null): Record<string, unknown> {
  if (!(thrown instanceof FaultError) || thrown.fault.kind !== 'job-pending') return {}
  const job = fleet.fleet().tiles.find(({ publicId }) => publicId === phone?.id)?.job
  return { job: { kind: thrown.fault.job, status: job?.status ?? null } }
}

function refused(
  thrown: unknown,
  stop: AbortSignal,
  phone: NamedPhone | null,
  job: Record<string, unknown> = {},
): ToolResult {
  const { code, message } = refusalOf(thrown, stop)
  const data = thrown instanceof ToolRefused ? thrown.data : job
  return {
    content: [{ type: 'text', text: `${code}: ${message}` }],
    structuredContent: { ...(phone ? { phone } : {}), ...data, code, message },
    isError: true,
  }
}
