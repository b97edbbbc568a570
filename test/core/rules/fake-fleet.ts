import { noFlows, type FlowsState } from '../../../src-shared/features/flows-state'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { CallParams } from '../../../src-shared/bridge/contract'
import type { News } from '../../../src-shared/features/news-state'
import type { RuleDraft, RuleWhen } from '../../../src-shared/features/rules-state'
import type { TileStateName } from '../../../src-shared/features/tile-state'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import type { FaultError } from '../../../src-shared/protocol/fault'
import type { Ask, FeatureContext } from '../../../src-main/core/feature/feature'
import { LiveFrames, type FrameSink } from '../../../src-main/core/frames/live-frames'
import type { Pictures } from '../../../src-main/core/pictures/pictures'
import type { KeptRule } from '../../../src-main/core/rules/kept-rules'
import { createLookBudget } from '../../../src-main/core/rules/look-budget'
import { serveRules, type RulesFeature, type RulesOptions } from '../../../src-main/core/rules/serve'
import { directRoute } from '../../../src-main/core/service/route'
import { fakeDevice, fakeTile, fakeUsage } from '../../renderer/fake-phone'
import { createFakeClock } from '../time/fake-clock'

const size = { width: 100, height: 200 }

/** A rule that notifies when a screen shows “error”. */
export const draft = (over: Partial<RuleDraft> = {}): RuleDraft => ({
  name: '',
  when: text(),
  phones: { kind: 'all' },
  then: [{ kind: 'notify' }],
  quietS: 60,
  once: false,
  keepsLive: false,
  ...over,
})
export const text = (over: Partial<Extract<RuleWhen, { kind: 'text' }>> = {}): RuleWhen => ({
  kind: 'text',
  text: 'error',
  isPattern: false,
  isGone: false,
  part: null,
  ...over,
})

/** A frame `TEXT/CLOCK` differs to the eye by its text alone. */
const textOf = (jpeg: Buffer) => jpeg.toString().split('/')[0] ?? ''

/** An open fleet of the phones a, which has the label rack, and b, with its rules. */
export class FakeFleet {
  readonly clock = createFakeClock()
  readonly frames = new LiveFrames(() => undefined)
  /** The phones on which rules have fired, in order. */
  readonly fired: string[] = []
  /** The kinds of faults of what rules did. */
  readonly failed: string[] = []
  readonly told: News[] = []
  readonly asked: [string, unknown][] = []
  /** What the window refuses to do. */
  refuse: Partial<Record<string, FaultError>> = {}
  /** The share of a core that rules may take. */
  percent = 100
  /** How long it takes to read a screen. */
  readMs = 0
  flows: { state: FlowsState } = { state: noFlows }
  /** How many screens were read. */
  reads = 0
  devices = [fakeDevice('a', { labels: [{ name: 'rack', color: '#000000' }] }), fakeDevice('b')]
  feature: RulesFeature
  #kept: readonly KeptRule[] = []

  constructor() {
    this.feature = this.#serve()
    this.list()
  }

  /** Starts anew with the rules that were kept. */
  open(state: TileStateName = 'live') {
    this.feature.close?.()
    this.feature = this.#serve()
    this.list(state)
  }

  list(state: TileStateName = 'live') {
    const { devices } = this
    this.feature.event?.({
      type: 'devices',
      devices: { status: 'ready', devices, fault: null },
      tiles: devices.map(({ public_id: publicId }) => fakeTile(publicId, { state })),
    })
  }

  async save(rule: RuleDraft, id: string | null = null) {
    return (await this.feature.calls['rules.save']({ id, rule } as CallParams<'rules.save'>)).id
  }

  async settle() {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  }

  async after(ms: number) {
    this.clock.advance(ms)
    await this.settle()
  }

  async show(publicId: string, screen: string) {
    this.frames.push(publicId, { jpeg: Buffer.from(screen), size, receivedAt: 0 })
    await this.settle()
    await this.after(1000)
  }

  tile(publicId: string, state: TileStateName) {
    this.feature.event?.({ type: 'tile', tile: fakeTile(publicId, { state }) })
  }

  /** Of 100 actions so many are used. */
  spend(used: number) {
    const actions = { used, budget: 100, remaining: 100 - used }
    this.feature.event?.({ type: 'usage', usage: { ...unknownUsage, usage: { ...fakeUsage(), actions } } })
  }

  #serve() {
    const { clock, frames, fired, failed, told, asked } = this
    const context = {
      clock,
      policy: null,
      emit(event: AppEvent) {
        if (event.type === 'rule-fired') fired.push(event.firing.publicId ?? 'account')
        if (event.type === 'rule-failed') failed.push(event.fault.kind)
      },
      notify: (news: News) => void told.push(news),
      fleetId: () => 'lab',
      fleetName: () => 'Lab',
      fleetOrNull: () => ({
        framed: (publicId: string) => ({
          publicId,
          name: publicId,
          open: (sink: FrameSink, isKept?: boolean) => frames.open(publicId, sink, isKept),
        }),
      }),
    } as unknown as FeatureContext<never>
    const ask = ((command, params) => {
      asked.push([command, params])
      const fault = this.refuse[command]
      return fault ? Promise.reject(fault) : Promise.resolve({ saved: [], failed: [], costing: [] })
    }) as Ask
    const options: RulesOptions = {
      rules: {
        of: () => this.#kept,
        keep: (_, rules) => (this.#kept = rules),
        forget: () => undefined,
        close: () => undefined,
      },
      fleets: { summaryOf: () => ({ id: 'lab', name: 'Lab', baseUrl: '', kind: 'saved' }) },
      ...{ pictures: this.#pictures(), ask },
      lookBudget: createLookBudget(clock, () => this.percent),
      route: directRoute,
      workClock: clock,
      flows: this.flows,
      words: () => ({ abandonedJob: 'dropped', endedJobs: [] }) as never,
    }
    return serveRules(context, options)
  }

  #pictures() {
    const looks = {
      hasChanged: (one: Buffer, other: Buffer) => Promise.resolve(textOf(one) !== textOf(other)),
      compare: (one: Buffer, other: Buffer) =>
        Promise.resolve({ percentage: textOf(one) === textOf(other) ? 100 : 90, sizes: null }),
      readText: (jpeg: Buffer) => {
        this.reads += 1
        this.clock.advance(this.readMs)
        const line = { text: textOf(jpeg), left: 10, top: 150, width: 20, height: 10 }
        return Promise.resolve(line.text === '' ? [] : [{ ...line, words: [{ ...line, confidence: 95 }] }])
      },
    }
    return { of: () => looks } as unknown as Pictures
  }
}
