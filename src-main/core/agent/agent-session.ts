import { randomUUID } from 'node:crypto'
import { z } from 'zod'
import {
  grantHourMs,
  programTools,
  type Grant,
  type ProgramTool,
} from '../../../src-shared/features/programs-state'
import type { Device } from '../../../src-shared/protocol/device'
import { inSentences, sayIssue } from '../base/say-issue'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { FaultError } from '../../../src-shared/protocol/fault'
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

/** One program at the tools, within its grant. */
export class AgentSession {
  readonly #open: (stop: AbortSignal) => Promise<ToolFleet>
  readonly #grant: () => Grant
  readonly #id = randomUUID()
  readonly #views = new ScreenViews()
  readonly #acted: number[]

  /**
   * @param open gives the fleet as it is now, for one call; throws FaultError while none is open
   * @param grant as it is now; throws FaultError once it has ended
   * @param acted when calls of this grant acted, in ms since the epoch: shared by all its sessions
   */
  constructor(open: (stop: AbortSignal) => Promise<ToolFleet>, grant: () => Grant, acted: number[] = []) {
    this.#open = open
    this.#grant = grant
    this.#acted = acted
  }

  /** Lists the tools that the grant has. */
  tools(): ListedTool[] {
    const grant = this.#grant()
    return toolNames.filter((name) => hasTool(grant, name)).map(listedTool)
  }

  /** Calls a tool. Never throws: why it did nothing is an answer, too. @param given what the program sent */
  async call(name: string, given: unknown, stop: AbortSignal): Promise<ToolResult> {
    const about = new Map<string, NamedPhone>()
    let phone: NamedPhone | null = null
    try {
      const tool = toolNames.find((each) => each === name)
      if (!tool) throw new ToolRefused('no-tool', `There is no tool ${name.slice(0, 60)}.`)
      const call = await this.#begin(
        tool,
        programTools[tool] === 'acts' && tool !== 'jobs',
        stop,
        (found) => {
          about.set(found.id, found)
          // A call for several phones is about none of them.
          phone = about.size === 1 ? found : null
        },
      )
      const input = tools[tool].input.safeParse(given ?? {}, inSentences)
      if (!input.success) throw new ToolRefused('invalid-arguments', `${sayIssue(input.error)}.`)
      try {
        const answer = await tools[tool].run(input.data, call)
        if (call.isActing) note(call, phone, null)
        return resultOf(answer)
      } catch (thrown) {
        if (programTools[tool] === 'acts') note(call, phone, { thrown, stop })
        return refused(thrown, stop, phone, jobIn(call, thrown, phone))
      } finally {
        call.end()
      }
    } catch (thrown) {
      return refused(thrown, stop, phone)
    }
  }

  /** Lists the resources. @throws ToolRefused with a sentence */
  async resources(stop: AbortSignal): Promise<Resource[]> {
    return refusing(stop, async () => resourcesOf(await this.#begin('list_phones', false, stop)))
  }

  /** Reads a resource. @throws ToolRefused with a sentence */
  async read(uri: string, stop: AbortSignal): Promise<ResourceContents> {
    const tool = isScreen(uri) ? 'see' : 'list_phones'
    return refusing(stop, async () => readResource(uri, await this.#begin(tool, false, stop)))
  }

  /** Begins a call. @param onPhone hears which phone it is about @throws ToolRefused */
  async #begin(
    tool: ProgramTool,
    isActing: boolean,
    stop: AbortSignal,
    onPhone: (phone: NamedPhone) => void = () => undefined,
  ): Promise<ToolCall & { readonly isActing: boolean; end(): void }> {
    const grant = this.#grant()
    const fleet = await this.#open(stop)
    const used: Device[] = []
    /** By the grant as it is now: it may have changed while the call waited. */
    const check = (acts: boolean) => {
      const now = this.#grant()
      const wanted = { tool, isActing: acts, now: fleet.clock.now(), acted: this.#acted }
      const refusal = refusalOfCall(now, wanted)
      if (refusal) throw refusal
      const other = used.find((device) => !allowsPhone(now, device))
      if (other) throw noPhone(deviceName(other))
    }
    check(isActing)
    const devices = fleet.fleet().devices.devices.filter((device) => allowsPhone(grant, device))
    const progress: { reservedAt: number | null; hasActed: boolean } = { reservedAt: null, hasActed: false }
    return {
      tool,
      fleet,
      grant,
      caller: { id: this.#id, name: grant.name, mayInterrupt: grant.mayInterrupt },
      views: this.#views,
      stop,
      publicIds: devices.map(({ public_id: publicId }) => publicId),
      phone(wanted) {
        const device = findPhone(wanted, devices)
        used.push(device)
        onPhone({ id: device.public_id, name: deviceName(device) })
        return fleet.phone(device.public_id)
      },
      reserve: () => {
        check(true)
        const now = fleet.clock.now()
        const recent = this.#acted.filter((at) => at > now - grantHourMs)
        this.#acted.splice(0, Infinity, ...recent, now)
        progress.reservedAt = now
      },
      acts: () => void (progress.hasActed = true),
      hasNotActed: () => void (progress.hasActed = false),
      get isActing() {
        return progress.reservedAt !== null
      },
      end: () => {
        const at = progress.reservedAt === null ? -1 : this.#acted.lastIndexOf(progress.reservedAt)
        if (!progress.hasActed && at >= 0) this.#acted.splice(at, 1)
      },
    }
  }
}

/** Notes a call that acts. @param why it failed; null when it is done */
function note(
  { fleet, tool, caller }: ToolCall,
  phone: NamedPhone | null,
  why: { thrown: unknown; stop: AbortSignal } | null,
): void {
  const fault = why?.thrown instanceof FaultError ? why.thrown.fault : null
  const of = { tool, by: caller.name, publicId: phone?.id ?? null, fault }
  if (!why || fault) return fleet.note(of)
  // What a screen says stands below.
  const [reason] = refusalOf(why.thrown, why.stop).message.split('\n')
  fleet.note({ ...of, reason })
}

/** @throws ToolRefused for whatever goes wrong */
async function refusing<Answer>(stop: AbortSignal, work: () => Promise<Answer>): Promise<Answer> {
  try {
    return await work()
  } catch (thrown) {
    const { code, message } = refusalOf(thrown, stop)
    throw new ToolRefused(code, message)
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
