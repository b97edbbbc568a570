import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { outcome } from './answer'
import type { TestService } from './service'
import { GENEROUS_RATES, KEYS, withTestService } from './service'
import type { TestSocket } from './test-socket'

const PHONES = ['dev_a', 'dev_b', 'dev_c', 'dev_d', 'dev_e']
const SECOND_MS = 1000
const MINUTE_MS = 60 * SECOND_MS
const DAY_MS = 1440 * MINUTE_MS
const HOLD_MS = 10 * SECOND_MS
const SERVICE_WAITS_MS = 5 * SECOND_MS
const MOST_ACTIVE = 2
const RUN_MS = 4 * MINUTE_MS
const WARM_UP_TOKENS = RUN_MS / SECOND_MS + 120
/** The service's clock is read from outside, a little early or late. */
const SLACK_MS = 5 * SECOND_MS
/** How often something that must come is looked for. */
const LOOKS = 2000

const CONFIG = {
  devices: PHONES.map((id) => ({ public_id: id, name: id, snapshot: { width: 20, height: 40 } })),
  rates: GENEROUS_RATES,
  budgets: { actions: 6, snapshots: 2, uploads: 1, max_active_devices: MOST_ACTIVE },
  automations: { tokens: 2 * WARM_UP_TOKENS, dispatch_ms: 30 * SECOND_MS, run_ms: RUN_MS },
}

/** Any of the times, as likely a long as a short one. */
const upTo = (ms: number) => fc.noBias(fc.nat(ms))

const FINAL = ['completed', 'failed', 'needs_review', 'expired']
/** What a job may have become, through any number of steps in between (spec section 3). */
const AFTER: Record<string, string[]> = {
  queued: ['queued', 'dispatched', ...FINAL],
  dispatched: ['queued', 'dispatched', ...FINAL],
  ...Object.fromEntries(FINAL.map((status) => [status, [status]])),
}

type KeyName = 'full' | 'second_key'
const KEY_TEXT = { full: KEYS.full, second_key: KEYS.other }

const phone = fc.constantFrom(...PHONES)
const key = fc.constantFrom<KeyName>('full', 'full', 'second_key')
const doing = <T extends string>(name: T) => ({ do: fc.constant(name) })

const REQUESTS = {
  detail: ['GET', ''],
  snapshot: ['GET', '/snapshot'],
  upload: ['POST', '/media?filename=f', 'bytes'],
  ip: ['POST', '/actions', { type: 'device_ip' }],
  tap: ['POST', '/actions', { type: 'tap', x: 1, y: 1 }],
  tapOutside: ['POST', '/actions', { type: 'tap', x: 20, y: 1 }],
  noKey: ['POST', '/actions', { type: 'key', key: 'no_such_key' }],
} as const

const MESSAGES = {
  press: { type: 'mouse', x: 1, y: 1, buttons: 1 },
  release: { type: 'mouse', x: 2, y: 2, buttons: 0 },
  scroll: { type: 'scroll', x: 1, y: 1, dy: 1 },
  key: { type: 'key', key: 'enter' },
  noKey: { type: 'key', key: 'no_such_key' },
}

const names = <T extends object>(record: T) => fc.constantFrom(...(Object.keys(record) as (keyof T)[]))

interface Condition {
  reachable: boolean
  blocked: boolean
  rejects: boolean
  delay_ms: number
}
const HEALTHY: Condition = { reachable: true, blocked: false, rejects: false, delay_ms: 0 }

const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      ...doing('launch'),
      phone,
      key,
      kind: fc.constantFrom('warm_up', 'account_status', 'list_accounts'),
    }),
  },
  {
    weight: 9,
    arbitrary: fc.record({ ...doing('request'), phone, key, name: names(REQUESTS), busy: fc.boolean() }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      ...doing('open'),
      phone,
      key,
      channel: fc.constantFrom<'stream' | 'control'>('stream', 'control', 'control'),
    }),
  },
  { weight: 5, arbitrary: fc.record({ ...doing('close'), which: fc.nat(9), kindly: fc.boolean() }) },
  { weight: 12, arbitrary: fc.record({ ...doing('say'), which: fc.nat(9), name: names(MESSAGES) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      ...doing('condition'),
      phone,
      held: fc.boolean(),
      trouble: fc.constantFrom<Partial<Condition>>(
        ...Array.from({ length: 5 }, () => ({})),
        { reachable: false },
        { blocked: true },
        { rejects: true },
        { delay_ms: 200 },
        { delay_ms: 6000 },
        { delay_ms: 200, rejects: true },
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ ...doing('key'), active: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record(doing('topUp')) },
  { weight: 4, arbitrary: fc.record(doing('disturb')) },
  { weight: 1, arbitrary: fc.record(doing('hound')) },
  {
    weight: 12,
    arbitrary: fc.record({
      ...doing('advance'),
      ms: fc.oneof(
        upTo(3 * SECOND_MS),
        upTo(MINUTE_MS),
        upTo(MINUTE_MS),
        upTo(8 * MINUTE_MS),
        upTo(8 * MINUTE_MS),
        upTo(360 * MINUTE_MS),
      ),
    }),
  },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never
type StepOf<D extends Step['do']> = Extract<Step, { do: D }>

interface OpenSocket {
  phone: string
  channel: 'stream' | 'control'
  key: KeyName
  socket: TestSocket
  messages: Record<string, unknown>[]
  /** When the press that is held was last spoken about. */
  heldSince: number | undefined
  closed: boolean
}

interface Job {
  phone: string
  kind: string
  status: string
  /** Times that it was seen put off, and interruptions that there may have been. */
  seen: number
  possible: number
  wasUnreachable: boolean
  dispatchedAfter: number
  /** When it was last put off; `alone` while nothing has kept the phone from the retry. */
  putOff: { from: number; to: number; alone: boolean } | undefined
}

interface Usage {
  active_minutes: Line
  actions: Line
  snapshots: Line
  uploads: Line
  resets_at: string
}
interface Line {
  used: number
  budget: number
  remaining: number
}
type Counted = 'actions' | 'snapshots' | 'uploads'

/** What one step did to a phone's job. */
interface Effect {
  phone?: string
  reached?: 'yes' | 'no' | 'maybe'
}

/** An account under random use, and what the spec says must be true of it. */
class Soak {
  private advanced = 0
  private readonly conditions = new Map<string, Condition>(PHONES.map((id) => [id, HEALTHY]))
  private otherKey = 'active'
  private sockets: OpenSocket[] = []
  private readonly jobs = new Map<string, Job>()
  private tokens = CONFIG.automations.tokens
  private readonly counted: Record<Counted, number> = { actions: 0, snapshots: 0, uploads: 0 }
  private usage: Usage | undefined
  private readonly seenEvents = new Map<string, number>()
  private readonly down = new Set<string>()

  constructor(private readonly service: TestService) {}

  private get now(): number {
    return performance.timeOrigin + performance.now() + this.advanced
  }

  async take(order: Step): Promise<void> {
    if (order.do !== 'hound') return this.takeOne(order)
    // No job gets its rest.
    for (let minute = 0; minute < 12; minute++) {
      await this.takeOne({ do: 'advance', ms: MINUTE_MS })
      await this.takeOne({ do: 'disturb' })
    }
  }

  private async takeOne(order: Exclude<Step, StepOf<'hound'>>): Promise<void> {
    const before = this.now
    const conditions = new Map(this.conditions)
    const watched = new Set(this.sockets.map((socket) => socket.phone))
    const effect = await this.perform(order)
    for (const socket of this.sockets) watched.add(socket.phone)
    await this.checkSockets()
    for (const { phone: id, status } of this.jobs.values()) {
      if (!FINAL.includes(status))
        await this.checkJobs(id, before, effect, conditions.get(id), watched.has(id))
    }
    await this.checkUsage(order.do === 'advance' && watched.size === 0)
    for (const id of new Set([...watched, ...this.down])) await this.checkEvents(id)
  }

  /** Everything is let go, and then nothing is open, pressed or in use. */
  async end(): Promise<void> {
    for (const id of PHONES) {
      const watched = this.sockets.some((open) => open.phone === id)
      await this.checkJobs(id, this.now, {}, this.condition(id), watched)
    }
    for (const { socket } of this.sockets) socket.ws.terminate()
    this.sockets = []
    await this.checkSockets()
    for (const id of PHONES) await this.expectUp(id)
    const minutes = this.usage?.active_minutes.used
    await this.checkUsage(false)
    await this.advance(1)
    await this.checkUsage(true)
    expect(minutes).toBeDefined()
  }

  private async perform(order: Exclude<Step, StepOf<'hound'>>): Promise<Effect> {
    switch (order.do) {
      case 'launch':
        return this.launch(order)
      case 'request':
        return this.request(order)
      case 'open':
        return this.open(order)
      case 'close':
        return this.close(order)
      case 'say':
        return this.say(order)
      case 'condition':
        return this.changeCondition(order)
      case 'key':
        this.otherKey = order.active ? 'active' : 'suspended'
        await this.service.admin('PUT', '/keys/second_key', { state: this.otherKey })
        // At the next check, which is at most a second later.
        await this.advance(SECOND_MS)
        if (!order.active) await this.expectClosed(4290, ({ key: name }) => name === 'second_key')
        return {}
      case 'disturb':
        return this.disturb()
      case 'topUp':
        this.tokens = 2 * WARM_UP_TOKENS
        await this.service.admin('PUT', '/limits', { automations: { tokens: this.tokens } })
        return {}
      case 'advance':
        await this.advance(order.ms)
        return {}
    }
  }

  private async advance(ms: number): Promise<void> {
    this.advanced += ms
    await this.service.admin('POST', '/clock', { advance_ms: ms })
    for (const socket of this.sockets) await this.checkHold(socket)
  }

  /** Moves time on until the work is done. */
  private async pass<T>(work: Promise<T>): Promise<T> {
    let done = false
    const marked = work.finally(() => (done = true))
    while (!done) await this.advance(250)
    return marked
  }

  private condition(id: string): Condition {
    const condition = this.conditions.get(id)
    if (!condition) throw new Error(`no phone ${id}`)
    return condition
  }

  private isSuspended(name: KeyName): boolean {
    return name === 'second_key' && this.otherKey !== 'active'
  }

  private spent(budget: Counted): boolean {
    return this.counted[budget] >= CONFIG.budgets[budget] * PHONES.length
  }

  private mayBeInUse(id: string): boolean {
    const inUse = new Set(this.sockets.map((socket) => socket.phone))
    return inUse.has(id) || inUse.size < MOST_ACTIVE
  }

  private async launch({ phone: id, key: name, kind }: StepOf<'launch'>): Promise<Effect> {
    const pending = [...this.jobs.values()].filter(({ status }) => !FINAL.includes(status))
    const putBy = pending.filter((job) => job.kind === 'warm_up').length * WARM_UP_TOKENS
    const problems = [
      this.isSuspended(name) && '403 forbidden',
      this.spent('actions') && '429 quota_exceeded',
      pending.some((job) => job.phone === id) && '409 automation_pending',
      kind === 'warm_up' && WARM_UP_TOKENS > this.tokens - putBy && '402 insufficient_tokens',
    ]
    const answer = await this.call(name, id, 'POST', '/automations', { kind })
    this.expectOneOf(answer, problems, '202')
    if (answer.status !== 202) return {}
    this.counted.actions += 1
    const { id: jobId, status } = answer.json as { id: string; status: string }
    expect(status).toBe('queued')
    this.jobs.set(jobId, {
      phone: id,
      kind,
      status,
      seen: 0,
      possible: 0,
      wasUnreachable: false,
      dispatchedAfter: this.now,
      putOff: undefined,
    })
    return {}
  }

  private async request({ phone: named, key: name, name: what, busy }: StepOf<'request'>): Promise<Effect> {
    const id = (busy && this.running?.phone) || named
    const { reachable, blocked, rejects, delay_ms: delay } = this.condition(id)
    const [method, path, body] = [...REQUESTS[what], undefined]
    const isAction = path === '/actions'
    const budget = ({ '/actions': 'actions', '/snapshot': 'snapshots' } as const)[path as '/actions']
    const cost: Counted | undefined = what === 'upload' ? 'uploads' : budget
    const isBad = what === 'tapOutside' || what === 'noKey'
    const problems = [
      this.isSuspended(name) && '403 forbidden',
      what !== 'detail' && blocked && '403 device_blocked',
      cost && this.spent(cost) && '429 quota_exceeded',
      isAction && !this.mayBeInUse(id) && '429 max_active_devices_reached',
      isAction && (rejects || isBad) && '422 command_rejected',
      !reachable && (what === 'upload' ? '502 upload_failed' : '503 device_offline'),
      delay > SERVICE_WAITS_MS && (what === 'upload' ? '502 upload_failed' : '504 kernel_timeout'),
    ]
    const answer = await this.pass(this.call(name, id, method, path, body))
    this.expectOneOf(answer, problems, '200')
    if (answer.status === 200 && cost) this.counted[cost] += 1
    if (what === 'upload') return {}
    const reached = { 200: 'yes', 422: 'yes', 504: 'maybe' } as const
    return { phone: id, reached: reached[answer.status as 200] ?? 'no' }
  }

  private get running(): Job | undefined {
    return [...this.jobs.values()].find(({ status }) => status === 'dispatched')
  }

  private async disturb(): Promise<Effect> {
    if (!this.running) return {}
    return this.request({ do: 'request', phone: this.running.phone, key: 'full', name: 'detail', busy: true })
  }

  private call(name: KeyName, id: string, method: string, path: string, body?: unknown): Promise<Answer> {
    return this.service.call(method, `/devices/${id}${path}`, { key: KEY_TEXT[name], body })
  }

  private expectOneOf(answer: Answer, problems: (string | false | undefined)[], success: string): void {
    const applicable = problems.filter(Boolean)
    expect(applicable.length > 0 ? applicable : [success]).toContain(outcome(answer))
  }

  private async open({ phone: id, key: name, channel }: StepOf<'open'>): Promise<Effect> {
    const refused =
      this.isSuspended(name) || !this.mayBeInUse(id) || (channel === 'control' && this.spent('actions'))
    const socket = this.service.socket(channel, { phone: id, key: KEY_TEXT[name] })
    const messages: Record<string, unknown>[] = []
    if (channel === 'control') {
      socket.ws.on('message', (data) => messages.push(JSON.parse(String(data)) as Record<string, unknown>))
    }
    const opened = await socket.opened().then(
      () => true,
      () => false,
    )
    expect(opened).toBe(!refused)
    if (!opened) return {}
    const { reachable } = this.condition(id)
    if (reachable && channel === 'control') {
      await this.expectClosed(4409, (other) => other.phone === id && other.channel === 'control')
    }
    const open = { phone: id, channel, key: name, socket, messages, heldSince: undefined, closed: false }
    void socket.closed.then(() => (this.find(socket).closed = true))
    this.sockets.push(open)
    if (!reachable) {
      await this.expectClosed(1011, (other) => other.socket === socket)
      return { phone: id, reached: 'no' }
    }
    return { phone: id, reached: 'yes' }
  }

  private find(socket: TestSocket): { closed: boolean } {
    return this.sockets.find((open) => open.socket === socket) ?? { closed: true }
  }

  private async close({ which, kindly }: StepOf<'close'>): Promise<Effect> {
    const [open] = this.sockets.splice(which % Math.max(1, this.sockets.length), 1)
    if (kindly) open?.socket.ws.close()
    else open?.socket.ws.terminate()
    if (!open) return {}
    await open.socket.closed
    if (open.channel === 'control') await this.expectUp(open.phone)
    return {}
  }

  /** The finger is let go at once, not only when a press has been held for too long. */
  private async expectUp(id: string): Promise<void> {
    await this.checkEvents(id)
    for (let ms = 0; ms < HOLD_MS - SECOND_MS && this.down.has(id); ms += 250) {
      await this.advance(250)
      await this.checkEvents(id)
    }
    expect([...this.down]).not.toContain(id)
  }

  private async say({ which, name }: StepOf<'say'>): Promise<Effect> {
    const channels = this.sockets.filter(({ channel }) => channel === 'control')
    const open = channels[which % Math.max(1, channels.length)]
    if (!open) return {}
    const { phone: id, socket, messages } = open
    const { blocked, rejects, delay_ms: delay } = this.condition(id)
    const effect: Effect = { phone: id, reached: 'maybe' }
    const isFollowing = name === 'release' || (name === 'press' && open.heldSince !== undefined)
    if (open.heldSince !== undefined) open.heldSince = this.now
    if (name === 'release') open.heldSince = undefined
    const earlier = messages.length
    const carriedOut = (await this.service.events(id)).length
    socket.say(MESSAGES[name])
    if (name === 'release') await this.expectUp(id)
    if (isFollowing) return effect
    if (this.spent('actions')) {
      await this.expectClosed(4290, (other) => other === open)
      return effect
    }
    if (name === 'press') open.heldSince = this.now
    const fails = blocked || rejects || delay > SERVICE_WAITS_MS || name === 'noKey'
    const type = name === 'press' ? 'down' : name
    const isDone = async () => {
      if (messages.slice(earlier).some(({ code }) => code === 'device_error')) return 'refused'
      const events = (await this.service.events(id)).slice(carriedOut)
      return events.some((event) => event['type'] === type) ? 'done' : undefined
    }
    let end = await isDone()
    for (let look = 0; look < LOOKS && !end; look++) {
      await this.advance(500)
      end = await isDone()
    }
    expect(end).toBe(fails ? 'refused' : 'done')
    if (end === 'done') this.counted.actions += 1
    return effect
  }

  private async changeCondition({ phone: named, held, trouble }: StepOf<'condition'>): Promise<Effect> {
    const pressed = held && this.sockets.find(({ heldSince }) => heldSince !== undefined)
    const id = pressed ? pressed.phone : named
    const condition = { ...HEALTHY, ...trouble }
    this.conditions.set(id, condition)
    await this.service.admin('PUT', `/phones/${id}`, condition)
    if (!condition.reachable) await this.expectClosed(1011, (open) => open.phone === id)
    return {}
  }

  /** The sockets for which this holds are closed by the service, with this code. */
  private async expectClosed(code: number, isClosed: (open: OpenSocket) => boolean): Promise<void> {
    const closing = this.sockets.filter(isClosed)
    this.sockets = this.sockets.filter((open) => !closing.includes(open))
    for (const { socket } of closing) expect(await socket.closed).toBe(code)
  }

  /** A press is let go after 10 s without a message, and not before. */
  private async checkHold(open: OpenSocket): Promise<void> {
    if (open.heldSince === undefined) return
    const pongs = () => open.messages.filter(({ type }) => type === 'pong').length
    const before = pongs()
    open.socket.say({ type: 'ping' })
    for (let look = 0; look < LOOKS && pongs() === before; look++) await this.service.admin('GET', '/sockets')
    expect(pongs()).toBe(before + 1)
    const silentMs = this.now - open.heldSince
    const timeouts = open.messages.filter(({ code }) => code === 'hold_timeout')
    if (timeouts.length > 0) {
      expect(silentMs).toBeGreaterThanOrEqual(HOLD_MS)
      open.heldSince = undefined
      open.messages.length = 0
    } else expect(silentMs).toBeLessThan(HOLD_MS + SLACK_MS)
  }

  private async checkSockets(): Promise<void> {
    const wanted = this.sockets.map((open) => `${open.phone} ${open.channel} ${open.key}`).sort()
    const shown = async () => {
      const { json } = await this.service.admin('GET', '/sockets')
      return (json as { public_id: string; channel: string; key_id: string }[])
        .map((open) => `${open.public_id} ${open.channel} ${open.key_id}`)
        .sort()
    }
    let now = await shown()
    for (let look = 0; look < LOOKS && now.join() !== wanted.join(); look++) now = await shown()
    expect(now).toEqual(wanted)
    expect(this.sockets.filter(({ closed }) => closed)).toEqual([])
  }

  private async checkJobs(
    id: string,
    before: number,
    effect: Effect,
    condition: Condition | undefined,
    watched: boolean,
  ): Promise<void> {
    const { json } = await this.service.call('GET', `/devices/${id}/automations`)
    const shown = json as { id: string; status: string; result: unknown }[]
    expect(shown.filter(({ status }) => !FINAL.includes(status)).length).toBeLessThanOrEqual(1)
    for (const { id: jobId, status, result } of shown) {
      const job = this.jobs.get(jobId)
      if (!job) throw new Error(`nobody launched ${jobId}`)
      expect(AFTER[job.status]).toContain(status)
      expect(result !== null).toBe(status === 'completed')
      if (FINAL.includes(job.status)) continue
      const reached = effect.phone === id ? effect.reached : undefined
      this.follow(job, status, before, reached ?? 'no', [condition ?? HEALTHY, this.condition(id)], watched)
    }
  }

  /** One job that was pending, from the last look to this one. */
  private follow(
    job: Job,
    status: string,
    before: number,
    reached: 'yes' | 'no' | 'maybe',
    states: Condition[],
    watched: boolean,
  ): void {
    if (states.some(({ reachable }) => !reachable)) job.wasUnreachable = true
    if (watched) job.possible = Infinity
    else if (reached !== 'no') job.possible += 1
    const wasRunning = job.status === 'dispatched'
    if (wasRunning && !watched) {
      if (reached === 'yes') expect(status).not.toBe('dispatched')
      if (reached === 'no') expect(status).not.toBe('queued')
    }
    if (watched) expect(status).not.toBe('dispatched')
    if (wasRunning && status === 'queued') job.seen += 1
    expect(job.seen).toBeLessThan(3)

    if (job.putOff && watched) job.putOff.alone = false
    if (job.putOff && states.some(({ reachable }) => !reachable)) job.putOff.alone = false
    if (job.putOff?.alone && !wasRunning) {
      if (status === 'queued') expect(this.now).toBeLessThan(job.putOff.to + 7 * MINUTE_MS + SLACK_MS)
      else expect(this.now).toBeGreaterThan(job.putOff.from + 5 * MINUTE_MS - SLACK_MS)
    }
    if (wasRunning && status === 'queued') job.putOff = { from: before, to: this.now, alone: !watched }
    if (!wasRunning && status === 'dispatched') job.dispatchedAfter = before

    if (status === 'completed' && job.kind === 'warm_up') this.tokens -= WARM_UP_TOKENS
    if (status === 'completed') expect(this.now).toBeGreaterThan(job.dispatchedAfter + RUN_MS - SLACK_MS)
    if (status === 'failed') {
      const lost = states.some(({ reachable, rejects }) => !reachable || rejects)
      expect(lost || job.possible >= 3).toBe(true)
    }
    if (status === 'needs_review') expect(states.some(({ blocked }) => blocked)).toBe(true)
    if (status === 'expired') expect(job.wasUnreachable).toBe(true)
    job.status = status
  }

  private async checkUsage(idle: boolean): Promise<void> {
    const { json } = await this.service.call('GET', '/usage')
    const usage = json as Usage
    const earlier = this.usage
    this.usage = usage
    const midnight = Date.parse(usage.resets_at)
    expect(midnight % DAY_MS).toBe(0)
    expect(midnight).toBeGreaterThan(this.now - SLACK_MS)
    expect(midnight).toBeLessThanOrEqual(this.now + DAY_MS)
    const isNewDay = earlier !== undefined && earlier.resets_at !== usage.resets_at
    if (isNewDay) expect(midnight).toBeGreaterThan(Date.parse(earlier.resets_at))
    for (const budget of ['active_minutes', 'actions', 'snapshots', 'uploads'] as const) {
      const { used, budget: total, remaining } = usage[budget]
      expect(used).toBeGreaterThanOrEqual(0)
      expect(used).toBeLessThanOrEqual(total)
      expect(remaining).toBe(Math.max(0, total - used))
      if (earlier && !isNewDay) expect(used).toBeGreaterThanOrEqual(earlier[budget].used)
      if (budget === 'active_minutes') {
        if (idle && earlier) expect(used).toBe(isNewDay ? 0 : earlier.active_minutes.used)
      } else if (isNewDay) {
        expect(used).toBeLessThanOrEqual(1)
        this.counted[budget] = used
      } else expect([budget, used]).toEqual([budget, this.counted[budget]])
    }
  }

  /** A finger that is down goes up before it comes down again. */
  private async checkEvents(id: string): Promise<void> {
    const since = this.seenEvents.get(id) ?? 0
    const { json } = await this.service.admin('GET', `/phones/${id}/events?since=${since}`)
    const { next, events } = json as { next: number; events: { type: string }[] }
    this.seenEvents.set(id, next)
    for (const { type } of events) {
      if (type === 'down') {
        expect(this.down).not.toContain(id)
        this.down.add(id)
      } else if (type === 'up') {
        expect(this.down).toContain(id)
        this.down.delete(id)
      }
    }
  }
}

/** For a busy machine; a quiet one needs a tenth of it. */
const SOAK_TIMEOUT_MS = 60_000

describe('3, 4.11, 4.12 and 8 some days of any use', () => {
  it(
    'keep every rule of jobs, tokens, budgets, presses and sockets',
    () =>
      fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 300, maxLength: 300 }), (steps) =>
          withTestService(CONFIG, async (service) => {
            const soak = new Soak(service)
            for (const order of steps) await soak.take(order)
            await soak.end()
          }),
        ),
        { numRuns: 2, endOnFailure: true },
      ),
    SOAK_TIMEOUT_MS,
  )
})
