// THE table of what programs can call over the door. What is not in it does not exist for them: nothing of `fleets`, `proxy`
// or `preferences`, and no answer with a key, a ticket, an address with a token or a path.
import { z } from 'zod'
import { callSchemas } from '../../../src-shared/bridge/contract'
import { anyActivity } from '../../../src-shared/features/activity'
import type { Caller } from '../agent/tool-fleet'
import { version } from '../base/version'
import type { DoorWindow } from './door-window'
import { notedGuard } from './noted-guard'
import { openPhones } from './open-phones-list'
import type { ProgramTools } from './program-tools'
import { terminalRunSchema } from './terminal-run'

/** What a call has of its connection. */
export interface CallContext {
  window: DoorWindow
  who: Caller
  /** Aborted when the program is gone or stopped, or wants no answer. */
  stop: AbortSignal
  /** Runs a command line. @returns its exit code */
  runForTerminal(command: z.infer<typeof terminalRunSchema>): Promise<number>
  /** Binds the connection to a grant for good. @throws FaultError `grant-refused` */
  useGrant(name: string, token: string): void
  hearEvents(): void
  /** The tools of its grant. @throws FaultError when the grant has ended */
  tools(): ProgramTools
}

/** A call that is open for programs. */
export interface OpenCall {
  does: 'reads' | 'acts'
  /** Who may call: the user's own programs, or a program with a grant. */
  by: 'user' | 'grant'
  /** Of its parameters. */
  schema: z.ZodType
  run(params: unknown, context: CallContext): unknown
}

interface TypedCall<Params> extends Omit<OpenCall, 'schema' | 'run'> {
  schema: z.ZodType<Params>
  run(params: Params, context: CallContext): unknown
}

/** The parameters that reach `run` have passed `schema`. */
const call = <Params>({ run, ...rest }: TypedCall<Params>): OpenCall => ({
  ...rest,
  run: (params, context) => run(params as Params, context),
})

const nothing = z.strictObject({})
const wholeQuery = z
  .preprocess(
    (given) => (typeof given === 'object' ? { ...anyActivity, ...given } : given),
    callSchemas['activity.list'].shape.query,
  )
  .prefault({})

const calls = {
  'app.state': call({
    does: 'reads',
    by: 'user',
    schema: callSchemas['app.state'],
    run(_, { window }) {
      const { devices, paused, usage } = window.state()
      const { status, fault } = devices
      return {
        ...{ version, fleet: window.fleetName, status, fault, paused },
        phones: devices.devices.length,
        usage: usage.usage,
      }
    },
  }),
  'phones.list': call({
    does: 'reads',
    by: 'user',
    schema: nothing,
    run: (_, { window }) => ({ phones: openPhones(window.state()) }),
  }),
  'usage.read': call({
    does: 'reads',
    by: 'user',
    schema: callSchemas['usage.read'],
    async run(params, { window }) {
      const history = await window.ask('usage.read', params)
      return { ...history, usage: window.state().usage.usage }
    },
  }),
  'activity.list': call({
    does: 'reads',
    by: 'user',
    /** As the bridge's; what is left out narrows nothing. */
    schema: z.strictObject({
      query: wholeQuery,
      offset: callSchemas['activity.list'].shape.offset.default(0),
      limit: callSchemas['activity.list'].shape.limit.default(100),
    }),
    run: (params, { window }) => window.ask('activity.list', params),
  }),
  'jobs.list': call({
    does: 'reads',
    by: 'user',
    schema: nothing,
    run: (_, { window }) => ({ phones: window.state().jobs }),
  }),
  'flows.list': call({
    does: 'reads',
    by: 'user',
    schema: callSchemas['flows.list'],
    async run(params, { window }) {
      const { files } = await window.ask('flows.list', params)
      return { files }
    },
  }),
  'events.subscribe': call({
    does: 'reads',
    by: 'user',
    schema: nothing,
    run: (_, { hearEvents }) => hearEvents(),
  }),
  'device.act': call({
    does: 'acts',
    by: 'user',
    schema: callSchemas['device.act'],
    /** One action on one phone, which is never mirrored. */
    run({ publicId, action, space = null }, { window, who, stop }) {
      const guard = notedGuard(window, who, { by: who.name, tool: 'device.act' }, stop)
      return window.fleet.act(publicId, action, space, guard, stop)
    },
  }),
  'terminal.run': call({
    does: 'acts',
    by: 'user',
    schema: terminalRunSchema,
    run: async (command, { runForTerminal }) => ({ exit: await runForTerminal(command) }),
  }),
  'grant.use': call({
    does: 'reads',
    by: 'user',
    schema: z.strictObject({ name: z.string().max(200), token: z.string().max(1000) }),
    run: ({ name, token }, { useGrant }) => useGrant(name, token),
  }),
  'tools.list': call({
    does: 'reads',
    by: 'grant',
    schema: nothing,
    run: (_, { tools }) => tools().list(),
  }),
  'tools.call': call({
    does: 'acts',
    by: 'grant',
    schema: z.strictObject({
      tool: z.string().max(100),
      arguments: z.record(z.string(), z.unknown()).default({}),
    }),
    run: ({ tool, arguments: given }, { tools, stop }) => tools().call(tool, given, stop),
  }),
  'resources.list': call({
    does: 'reads',
    by: 'grant',
    schema: nothing,
    run: (_, { tools, stop }) => tools().resources(stop),
  }),
  'resources.read': call({
    does: 'reads',
    by: 'grant',
    schema: z.strictObject({ uri: z.string().max(1000) }),
    run: ({ uri }, { tools, stop }) => tools().read(uri, stop),
  }),
} as const

export const openCalls: Readonly<Record<string, OpenCall>> = calls

/** Returns an open call; null for a name that is none. */
export const openCall = (name: string): OpenCall | null =>
  Object.hasOwn(openCalls, name) ? (openCalls[name] ?? null) : null
