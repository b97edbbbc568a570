import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Answer } from './answer'
import { outcome } from './answer'
import type { TestService } from './service'
import { MINUTE_MS, SECOND_MS, until, withTestService } from './service'
import type { Counted } from './soak/budgets-model'
import { BudgetsModel } from './soak/budgets-model'
import type { Effect } from './soak/jobs-model'
import { JobsModel } from './soak/jobs-model'
import { PressesModel } from './soak/presses-model'
import { SoakSocket, SocketsModel } from './soak/sockets-model'
import type { Condition, KeyName, Step, StepOf } from './soak/steps'
import { CONFIG, HEALTHY, KEY_TEXT, MESSAGES, PHONES, REQUESTS, SERVICE_WAITS_MS, step } from './soak/steps'

/** An account under random use, checked against models of the spec. */
class Soak {
  private advanced = 0
  private readonly now = () => performance.timeOrigin + performance.now() + this.advanced
  private readonly conditions = new Map<string, Condition>(PHONES.map((id) => [id, HEALTHY]))
  private otherKey = 'active'
  private readonly jobs: JobsModel
  private readonly budgets: BudgetsModel
  private readonly presses: PressesModel
  private readonly sockets: SocketsModel

  constructor(private readonly service: TestService) {
    this.jobs = new JobsModel(service, this.now)
    this.budgets = new BudgetsModel(service, this.now)
    this.presses = new PressesModel(service)
    this.sockets = new SocketsModel(service)
  }

  async take(order: Step): Promise<void> {
    if (order.do !== 'hound') return this.takeOne(order)
    // No job gets enough quiet time to finish.
    for (let minute = 0; minute < 12; minute++) {
      await this.takeOne({ do: 'advance', ms: MINUTE_MS })
      await this.takeOne({ do: 'disturb' })
    }
  }

  private async takeOne(order: Exclude<Step, StepOf<'hound'>>): Promise<void> {
    const before = this.now()
    const conditions = new Map(this.conditions)
    const watched = this.sockets.phones
    const effect = await this.perform(order)
    for (const id of this.sockets.phones) watched.add(id)
    await this.sockets.check()
    for (const { phone: id } of this.jobs.pending) {
      const states = [conditions.get(id) ?? HEALTHY, this.condition(id)]
      await this.jobs.check(id, { before, effect, states, watched: watched.has(id) })
    }
    await this.budgets.check(order.do === 'advance' && watched.size === 0)
    for (const id of new Set([...watched, ...this.presses.pressed])) await this.presses.check(id)
  }

  /** Closes everything and checks that nothing is open, pressed or in use. */
  async end(): Promise<void> {
    const watched = this.sockets.phones
    for (const id of PHONES) {
      const states = [this.condition(id)]
      await this.jobs.check(id, { before: this.now(), effect: {}, states, watched: watched.has(id) })
    }
    this.sockets.dropAll()
    await this.sockets.check()
    for (const id of PHONES) await this.expectUp(id)
    await this.budgets.check(false)
    await this.advance(1)
    await this.budgets.check(true)
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
        await this.service.keyState('second_key', this.otherKey)
        // The next check is at most a second later.
        await this.advance(SECOND_MS)
        if (!order.active) await this.sockets.expectClosed(4290, ({ key: name }) => name === 'second_key')
        return {}
      case 'disturb':
        return this.disturb()
      case 'topUp':
        this.jobs.topUp(CONFIG.automations.tokens)
        await this.service.limit({ automations: { tokens: CONFIG.automations.tokens } })
        return {}
      case 'advance':
        await this.advance(order.ms)
        return {}
    }
  }

  private async advance(ms: number): Promise<void> {
    this.advanced += ms
    await this.service.advance(ms)
    for (const open of this.sockets.all) await open.checkHold(this.now)
  }

  /** Moves time on until `work` ends. */
  private async pass<T>(work: Promise<T>): Promise<T> {
    let done = false
    const marked = work.finally(() => (done = true))
    const ended = () => done
    const moved = until('the work is done', ended, Boolean, () => this.advance(250))
    const [result] = await Promise.all([marked, moved])
    return result
  }

  private condition(id: string): Condition {
    const condition = this.conditions.get(id)
    if (!condition) throw new Error(`no phone ${id}`)
    return condition
  }

  private isSuspended(name: KeyName): boolean {
    return name === 'second_key' && this.otherKey !== 'active'
  }

  private async launch({ phone: id, key: name, kind }: StepOf<'launch'>): Promise<Effect> {
    const problems = [
      this.isSuspended(name) && '403 forbidden',
      this.budgets.spent('actions') && '429 quota_exceeded',
      this.jobs.pending.some((job) => job.phone === id) && '409 automation_pending',
      !this.jobs.canPay(kind) && '402 insufficient_tokens',
    ]
    const answer = await this.call(name, id, 'POST', '/automations', { kind })
    this.expectOneOf(answer, problems, '202')
    if (answer.status !== 202) return {}
    this.budgets.count('actions')
    this.jobs.launched(id, kind, answer.json as { id: string; status: string })
    return {}
  }

  private async request({ phone: named, key: name, name: what, busy }: StepOf<'request'>): Promise<Effect> {
    const id = (busy && this.jobs.running?.phone) || named
    const { reachable, blocked, rejects, delay_ms: delay } = this.condition(id)
    const [method, path, body] = [...REQUESTS[what], undefined]
    const isAction = path === '/actions'
    const budget = ({ '/actions': 'actions', '/snapshot': 'snapshots' } as const)[path as '/actions']
    const cost: Counted | undefined = what === 'upload' ? 'uploads' : budget
    const isBad = what === 'tapOutside' || what === 'noKey'
    const problems = [
      this.isSuspended(name) && '403 forbidden',
      what !== 'detail' && blocked && '403 device_blocked',
      cost && this.budgets.spent(cost) && '429 quota_exceeded',
      isAction && !this.sockets.mayBeInUse(id) && '429 max_active_devices_reached',
      isAction && (rejects || isBad) && '422 command_rejected',
      !reachable && (what === 'upload' ? '502 upload_failed' : '503 device_offline'),
      delay > SERVICE_WAITS_MS && (what === 'upload' ? '502 upload_failed' : '504 kernel_timeout'),
    ]
    const answer = await this.pass(this.call(name, id, method, path, body))
    this.expectOneOf(answer, problems, '200')
    if (answer.status === 200 && cost) this.budgets.count(cost)
    if (what === 'upload') return {}
    const reached = { 200: 'yes', 422: 'yes', 504: 'maybe' } as const
    return { phone: id, reached: reached[answer.status as 200] ?? 'no' }
  }

  private async disturb(): Promise<Effect> {
    if (!this.jobs.running) return {}
    return this.request({
      do: 'request',
      phone: this.jobs.running.phone,
      key: 'full',
      name: 'detail',
      busy: true,
    })
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
      this.isSuspended(name) ||
      !this.sockets.mayBeInUse(id) ||
      (channel === 'control' && this.budgets.spent('actions'))
    const socket = this.service.socket(channel, { phone: id, key: KEY_TEXT[name] })
    const open = new SoakSocket(id, channel, name, socket)
    const opened = await socket.opened().then(
      () => true,
      () => false,
    )
    expect(opened).toBe(!refused)
    if (!opened) return {}
    const { reachable } = this.condition(id)
    if (reachable && channel === 'control') {
      await this.sockets.expectClosed(4409, (other) => other.phone === id && other.channel === 'control')
    }
    this.sockets.add(open)
    if (!reachable) {
      await this.sockets.expectClosed(1011, (other) => other === open)
      return { phone: id, reached: 'no' }
    }
    return { phone: id, reached: 'yes' }
  }

  private async close({ which, kindly }: StepOf<'close'>): Promise<Effect> {
    const open = this.sockets.takeOne(which)
    if (kindly) open?.socket.ws.close()
    else open?.socket.ws.terminate()
    if (!open) return {}
    await open.socket.closed
    if (open.channel === 'control') await this.expectUp(open.phone)
    return {}
  }

  private expectUp(id: string): Promise<void> {
    return this.presses.expectUp(id, (ms) => this.advance(ms))
  }

  private async say({ which, name }: StepOf<'say'>): Promise<Effect> {
    const channels = this.sockets.all.filter(({ channel }) => channel === 'control')
    const open = channels[which % Math.max(1, channels.length)]
    if (!open) return {}
    const { phone: id, socket, messages } = open
    const { blocked, rejects, delay_ms: delay } = this.condition(id)
    const effect: Effect = { phone: id, reached: 'maybe' }
    const isFollowing = name === 'release' || (name === 'press' && open.heldSince !== undefined)
    if (open.heldSince !== undefined) open.heldSince = this.now()
    if (name === 'release') open.heldSince = undefined
    const earlier = messages.length
    const since = await this.service.mark(id)
    socket.say(MESSAGES[name])
    if (name === 'release') await this.expectUp(id)
    if (isFollowing) return effect
    if (this.budgets.spent('actions')) {
      await this.sockets.expectClosed(4290, (other) => other === open)
      return effect
    }
    if (name === 'press') open.heldSince = this.now()
    const fails = blocked || rejects || delay > SERVICE_WAITS_MS || name === 'noKey'
    const type = name === 'press' ? 'down' : name
    const isDone = async () => {
      if (messages.slice(earlier).some(({ code }) => code === 'device_error')) return 'refused'
      return (await since.events()).some((event) => event['type'] === type) ? 'done' : undefined
    }
    const end = await until(`a ${name} is answered`, isDone, Boolean, () => this.advance(500))
    expect(end).toBe(fails ? 'refused' : 'done')
    if (end === 'done') this.budgets.count('actions')
    return effect
  }

  private async changeCondition({ phone: named, held, trouble }: StepOf<'condition'>): Promise<Effect> {
    const pressed = held && this.sockets.all.find(({ heldSince }) => heldSince !== undefined)
    const id = pressed ? pressed.phone : named
    const condition = { ...HEALTHY, ...trouble }
    this.conditions.set(id, condition)
    await this.service.handle({ ...condition }, id)
    if (!condition.reachable) await this.sockets.expectClosed(1011, (open) => open.phone === id)
    return {}
  }
}

/** For a busy machine; a quiet one needs a tenth. */
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
