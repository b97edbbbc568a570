import type { IncomingMessage } from 'node:http'
import { z } from 'zod'
import { accountState, deviceConfig, keyState, limitsSchema, RATE_LAYERS, scopeList } from '../config'
import { OPERATIONS } from '../api/endpoints'
import { readJson } from '../http/body'
import { isTooMany, Problem, validate } from '../http/problem'
import type { Reply } from '../http/reply'
import { json, nothing } from '../http/reply'
import type { Route } from '../http/routes'
import { findRoute } from '../http/routes'
import { FAULT_CODES } from '../world/faults'
import { readLaunch } from '../rest/automations'
import type { Phone } from '../world/phone'
import type { World } from '../world/world'

const MOST_BODY_BYTES = 1024 * 1024
/** Ten years. */
const MOST_ADVANCE_MS = 10 * 366 * 86_400_000

const condition = z.strictObject({
  reachable: z.boolean().exactOptional(),
  blocked: z.boolean().exactOptional(),
  rejects: z.boolean().exactOptional(),
  delay_ms: z.number().nonnegative().exactOptional(),
  animate_fps: z.number().min(0).max(60).exactOptional(),
})

const fault = z
  .strictObject({
    on: z.enum(OPERATIONS),
    code: z.enum(FAULT_CODES),
    times: z.number().int().positive().default(1),
    after: z.boolean().default(false),
    layer: z.enum(RATE_LAYERS).exactOptional(),
  })
  .refine(({ code, layer }) => layer === undefined || isTooMany(code), {
    path: ['layer'],
    message: 'Only a code of status 429 names a layer',
  })

const keyChange = z.strictObject({
  state: keyState.exactOptional(),
  scopes: scopeList.exactOptional(),
})

/** The codes that a close frame may carry. */
const closeCode = z.union([
  z.literal(1000),
  z.number().int().min(1001).max(1003),
  z.number().int().min(1007).max(1014),
  z.number().int().min(3000).max(4999),
])

const socketOrder = z.strictObject({
  public_id: z.string(),
  channel: z.enum(['stream', 'control']),
  do: z.enum(['close', 'drop', 'stall']),
  code: closeCode.default(1011),
})

const part = z.record(z.string(), z.unknown()).exactOptional()
const limitsChange = z.strictObject({
  budgets: part,
  rates: part,
  tickets: part,
  uploads: part,
  automations: part,
})

interface AdminCall {
  request: IncomingMessage
  url: URL
  parameters: Record<string, string>
}

interface AdminRoute extends Route {
  run: (call: AdminCall) => Promise<Reply> | Reply
}

async function body<T>(request: IncomingMessage, schema: z.ZodType<T>): Promise<T> {
  return validate(schema, await readJson(request, MOST_BODY_BYTES, 400), 400)
}

/** Whether a request names this machine as its host: a page of a name that was bound to loopback names its own. */
function namesLoopback({ headers, socket }: IncomingMessage): boolean {
  // As a URL has it, without the port where that is HTTP's own.
  const hosts = ['127.0.0.1', 'localhost'].map((name) => new URL(`http://${name}:${socket.localPort}`).host)
  return hosts.includes(headers.host ?? '')
}

/** What tests use to look into the phones and to bring trouble about (simulator.md). */
export class Admin {
  private readonly routes: AdminRoute[] = [
    { method: 'GET', path: '/_sim/phones/:public_id/events', run: (call) => this.events(call) },
    { method: 'POST', path: '/_sim/phones', run: (call) => this.addPhone(call) },
    { method: 'DELETE', path: '/_sim/phones/:public_id', run: (call) => this.removePhone(call) },
    { method: 'PUT', path: '/_sim/phones/:public_id', run: (call) => this.changePhone(call) },
    { method: 'PUT', path: '/_sim/keys/:key_id', run: (call) => this.changeKey(call) },
    { method: 'PUT', path: '/_sim/account', run: (call) => this.changeAccount(call) },
    { method: 'POST', path: '/_sim/faults', run: (call) => this.planFault(call) },
    { method: 'POST', path: '/_sim/jobs', run: (call) => this.startJob(call) },
    { method: 'GET', path: '/_sim/sockets', run: () => this.listSockets() },
    { method: 'POST', path: '/_sim/sockets', run: (call) => this.disturbSocket(call) },
    { method: 'PUT', path: '/_sim/limits', run: (call) => this.changeLimits(call) },
    { method: 'POST', path: '/_sim/clock', run: (call) => this.advanceClock(call) },
  ]

  constructor(private readonly world: World) {}

  /**
   * Answers a request under `/_sim`.
   * @throws Problem; `forbidden` for a request that a web page made, which must not steer a service on this machine
   */
  async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    if (request.headers.origin !== undefined || !namesLoopback(request))
      throw new Problem('forbidden', 'Admin takes no calls from pages')
    const { route, parameters } = findRoute(this.routes, request.method ?? '', url.pathname)
    return route.run({ request, url, parameters })
  }

  private phone(publicId: string | undefined): Phone {
    const phone = this.world.phones.get(publicId ?? '')
    if (!phone) throw new Problem('device_not_found', 'There is no such phone')
    return phone
  }

  private events({ parameters, url }: AdminCall): Reply {
    const since = z.coerce
      .number()
      .int()
      .nonnegative()
      .safeParse(url.searchParams.get('since') ?? '0')
    if (!since.success) throw new Problem('invalid_action', 'since must be a whole number')
    return json(this.phone(parameters['public_id']).events.since(since.data))
  }

  private async changePhone({ request, parameters }: AdminCall): Promise<Reply> {
    const phone = this.phone(parameters['public_id'])
    phone.change(await body(request, condition))
    this.world.sockets.check()
    return nothing()
  }

  private async addPhone({ request }: AdminCall): Promise<Reply> {
    this.world.join(await body(request, deviceConfig))
    return nothing()
  }

  private removePhone({ parameters }: AdminCall): Reply {
    this.world.leave(this.phone(parameters['public_id']))
    return nothing()
  }

  private async changeKey({ request, parameters }: AdminCall): Promise<Reply> {
    const key = this.world.keys.withId(parameters['key_id'] ?? '')
    if (!key) throw new Problem('not_found', 'There is no such key')
    const { state, scopes } = await body(request, keyChange)
    if (state) key.state = state
    if (scopes) key.scopes = new Set(scopes)
    return nothing()
  }

  private async changeAccount({ request }: AdminCall): Promise<Reply> {
    const { state } = await body(request, z.strictObject({ state: accountState }))
    this.world.keys.account.state = state
    return nothing()
  }

  private async planFault({ request }: AdminCall): Promise<Reply> {
    const { on, times, ...planned } = await body(request, fault)
    this.world.faults.plan(on, planned, times)
    return nothing()
  }

  /** A job that was launched from the dashboard: no call of the API, so it costs no action and no rate. */
  private async startJob({ request }: AdminCall): Promise<Reply> {
    const { public_id: publicId, ...launch } = await body(request, z.looseObject({ public_id: z.string() }))
    return json({ job_id: this.world.jobs.launch(this.phone(publicId), readLaunch(launch)).id })
  }

  private listSockets(): Reply {
    return json(
      this.world.sockets.all.map(({ phone, channel, key, since }) => ({
        public_id: phone.publicId,
        channel,
        key_id: key.id,
        since,
      })),
    )
  }

  private async disturbSocket({ request }: AdminCall): Promise<Reply> {
    const { public_id: publicId, channel, do: deed, code } = await body(request, socketOrder)
    const sockets = this.world.sockets.of(this.phone(publicId).publicId, channel)
    if (sockets.length === 0) throw new Problem('not_found', `No ${channel} socket is open on this phone`)
    for (const socket of sockets) {
      if (deed === 'close') socket.close(code, 'asked by admin')
      else if (deed === 'drop') socket.drop()
      else socket.stall()
    }
    return nothing()
  }

  private async changeLimits({ request }: AdminCall): Promise<Reply> {
    const change = await body(request, limitsChange)
    // Checked as a whole first, so that a bad value changes nothing and is named.
    this.world.changeLimits(validate(limitsSchema, this.world.mergedLimits(change), 400))
    if (change.automations && 'tokens' in change.automations) this.world.jobs.refill()
    this.world.sockets.check()
    return nothing()
  }

  private async advanceClock({ request }: AdminCall): Promise<Reply> {
    const order = z.strictObject({ advance_ms: z.number().nonnegative().max(MOST_ADVANCE_MS) })
    await this.world.clock.advance((await body(request, order)).advance_ms)
    this.world.sockets.check()
    return nothing()
  }
}
