import { beforeEach, describe, expect, it } from 'vitest'
import type { AppEvent } from '../../../src-shared/bridge/app-state'
import type { CallParams } from '../../../src-shared/bridge/contract'
import type { PhoneJobs } from '../../../src-shared/features/jobs'
import type { News } from '../../../src-shared/features/news-state'
import type { RuleDraft, RuleWhen } from '../../../src-shared/features/rules-state'
import type { TileStateName } from '../../../src-shared/features/tile-state'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Ask, FeatureContext } from '../../../src-main/core/feature/feature'
import { LiveFrames, type FrameSink } from '../../../src-main/core/frames/live-frames'
import type { Pictures } from '../../../src-main/core/pictures/pictures'
import type { KeptRule } from '../../../src-main/core/rules/kept-rules'
import { createLookBudget } from '../../../src-main/core/rules/look-budget'
import { serveRules, type RulesFeature, type RulesOptions } from '../../../src-main/core/rules/serve'
import { directRoute } from '../../../src-main/core/service/route'
import { fakeDevice, fakeTile, fakeUsage } from '../../renderer/fake-phone'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

const size = { width: 100, height: 200 }
const draft = (over: Partial<RuleDraft> = {}): RuleDraft => ({
  name: '',
  when: { kind: 'text', text: 'error', isPattern: false, isGone: false, part: null },
  phones: { kind: 'all' },
  then: [{ kind: 'notify' }],
  quietS: 60,
  once: false,
  keepsLive: false,
  ...over,
})
const text = (over: Partial<Extract<RuleWhen, { kind: 'text' }>> = {}): RuleWhen => ({
  kind: 'text',
  text: 'error',
  isPattern: false,
  isGone: false,
  part: null,
  ...over,
})

describe('rules', () => {
  let clock: FakeClock
  let frames: LiveFrames
  let feature: RulesFeature
  let fired: string[]
  let failed: string[]
  let told: News[]
  let asked: [string, unknown][]
  let refuse: Partial<Record<string, FaultError>>
  let reads: number
  let kept: readonly KeptRule[]
  let devices: ReturnType<typeof fakeDevice>[]

  /** A frame `TEXT/CLOCK` differs to the eye by its text alone. */
  const textOf = (jpeg: Buffer) => jpeg.toString().split('/')[0] ?? ''
  const pictures = {
    of: () => ({
      hasChanged: (one: Buffer, other: Buffer) => Promise.resolve(textOf(one) !== textOf(other)),
      compare: (one: Buffer, other: Buffer) =>
        Promise.resolve({ percentage: textOf(one) === textOf(other) ? 100 : 90, sizes: null }),
      readText(jpeg: Buffer) {
        reads += 1
        const line = { text: textOf(jpeg), left: 10, top: 150, width: 20, height: 10 }
        return Promise.resolve(line.text === '' ? [] : [{ ...line, words: [{ ...line, confidence: 95 }] }])
      },
    }),
  } as unknown as Pictures
  const open = (state: TileStateName = 'live') => {
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
      const fault = refuse[command]
      return fault ? Promise.reject(fault) : Promise.resolve({ saved: [], failed: [], costing: [] })
    }) as Ask
    const options: RulesOptions = {
      rules: {
        of: () => kept,
        keep: (_, rules) => (kept = rules),
        forget: () => undefined,
        close: () => undefined,
      },
      fleets: { summaryOf: () => ({ id: 'lab', name: 'Lab', baseUrl: '', kind: 'saved' }) },
      ...{ pictures, ask },
      lookBudget: createLookBudget(clock, () => 100),
      route: directRoute,
      workClock: clock,
      words: () => ({ abandonedJob: 'dropped', endedJobs: [] }) as never,
    }
    feature = serveRules(context, options)
    list(state)
  }
  const list = (state: TileStateName = 'live') =>
    feature.event?.({
      type: 'devices',
      devices: { status: 'ready', devices, fault: null },
      tiles: devices.map(({ public_id: publicId }) => fakeTile(publicId, { state })),
    })
  const save = async (rule: RuleDraft, id: string | null = null) =>
    (await feature.calls['rules.save']({ id, rule } as CallParams<'rules.save'>)).id
  const settle = async () => {
    for (let turn = 0; turn < 10; turn += 1) await new Promise(setImmediate)
  }
  const after = async (ms: number) => {
    clock.advance(ms)
    await settle()
  }
  const show = async (publicId: string, screen: string) => {
    frames.push(publicId, { jpeg: Buffer.from(screen), size, receivedAt: 0 })
    await settle()
    await after(1000)
  }
  const tile = (publicId: string, state: 'offline' | 'live' | 'connecting') =>
    feature.event?.({ type: 'tile', tile: fakeTile(publicId, { state }) })

  beforeEach(() => {
    clock = createFakeClock()
    frames = new LiveFrames(() => undefined)
    ;[fired, failed, told, asked, refuse, reads, kept] = [[], [], [], [], {}, 0, []]
    devices = [fakeDevice('a', { labels: [{ name: 'rack', color: '#000000' }] }), fakeDevice('b')]
    open()
  })

  it('fire once for one thing in 1,000 frames', async () => {
    await save(draft({ quietS: 0 }))
    for (let at = 0; at < 1000; at += 1) await show('a', `${at < 400 ? 'fine' : 'an error'} ${at}`)
    expect(fired).toEqual(['a'])
  })

  it('fire never on a still wall, and read it once though its clock goes on', async () => {
    await save(draft())
    await save(draft({ when: { kind: 'change' } }))
    for (let minute = 0; minute < 100; minute += 1)
      for (const phone of ['a', 'b']) await show(phone, `fine/${minute}`)
    expect([fired, reads]).toEqual([[], 2])
  })

  it('fire again for the next thing, after the quiet time', async () => {
    await save(draft({ quietS: 60 }))
    const see = async (screen: string) => {
      await show('a', screen)
      return fired.length
    }
    expect([await see('error'), await see('fine'), await see('error')]).toEqual([1, 1, 1])
    await after(60_000)
    expect([await see('error again'), await see('fine'), await see('error')]).toEqual([1, 1, 2])
  })

  it('see a text in one part of the screen, by a pattern, and that it is gone', async () => {
    const part = { left: 0, top: 0, width: 100, height: 50 }
    await save(draft({ when: text({ part }) }))
    await save(
      draft({
        when: text({ text: 'err(or)*', isPattern: true }),
        phones: { kind: 'these', publicIds: ['a'] },
      }),
    )
    await save(draft({ when: text({ isGone: true }), phones: { kind: 'these', publicIds: ['b'] } }))
    for (const screen of ['fine', 'error', 'fine']) for (const phone of ['a', 'b']) await show(phone, screen)
    expect(fired).toEqual(['a', 'b'])
  })

  it('refuse a pattern that can’t be read, and match one that repeats itself at once', async () => {
    await expect(save(draft({ when: text({ text: 'a(?=b)', isPattern: true }) }))).rejects.toMatchObject({
      fault: { kind: 'rule', why: 'pattern' },
    })
    await save(draft({ when: text({ text: '(a+)+b', isPattern: true }) }))
    await show('a', 'a'.repeat(5000))
    expect(fired).toEqual([])
  })

  it('fire for a screen that stands still, though its clock goes on', async () => {
    await save(draft({ when: { kind: 'still', seconds: 90 } }))
    await show('a', 'moving')
    for (let minute = 0; minute < 3; minute += 1) {
      await show('a', `rests/${minute}`)
      await after(59_000)
    }
    expect(fired).toEqual(['a'])
  })

  it('begin to wait again for a still screen when its stream comes back', async () => {
    await save(draft({ when: { kind: 'still', seconds: 10 } }))
    await show('a', 'rests')
    frames.interrupt('a')
    await after(60_000)
    expect(fired).toEqual([])
    await show('a', 'rests')
    await after(9000)
    expect(fired).toEqual(['a'])
  })

  it('fire for a phone that goes offline, not for one that was or connects again', () => {
    void save(draft({ when: { kind: 'offline' }, quietS: 0 }))
    tile('a', 'offline')
    tile('b', 'live')
    for (const state of ['offline', 'connecting', 'offline'] as const) tile('b', state)
    expect(fired).toEqual(['b'])
  })

  it('say nothing of a phone that went offline while Fleetwall was closed', async () => {
    await save(draft({ when: { kind: 'offline' }, quietS: 0 }))
    tile('a', 'live')
    feature.close?.()
    open('offline')
    expect(fired).toEqual([])
    for (const state of ['live', 'offline'] as const) tile('a', state)
    expect(fired).toEqual(['a'])
  })

  it('fire for jobs that end so, not for those that had ended before', async () => {
    await save(draft({ when: { kind: 'job', ends: ['failed'] }, quietS: 0 }))
    const tell = (...states: string[]) => {
      const jobs = states.map((status, at) => ({ id: String(at), status }) as never)
      feature.event?.({ type: 'jobs', jobs: { publicId: 'a', jobs, fault: null } satisfies PhoneJobs })
    }
    tell('failed', 'dispatched')
    tell('failed', 'completed', 'queued')
    expect(fired).toEqual([])
    tell('failed', 'completed', 'dropped')
    expect(fired).toEqual(['a'])
  })

  it('fire for a budget that passes a share, once until it is renewed', async () => {
    await save(draft({ when: { kind: 'budget', budget: 'actions', share: 80 }, quietS: 0 }))
    const spend = (used: number) => {
      const actions = { used, budget: 100, remaining: 100 - used }
      feature.event?.({ type: 'usage', usage: { ...unknownUsage, usage: { ...fakeUsage(), actions } } })
    }
    for (const used of [10, 79, 80, 99, 0, 81]) spend(used)
    expect(fired).toEqual(['account', 'account'])
    expect(told[0]).toMatchObject({ target: { kind: 'command', id: 'work.rules' } })
  })

  it('hold for phones with a label, and for those that get it later', async () => {
    await save(draft({ phones: { kind: 'label', label: 'rack' } }))
    for (const phone of ['a', 'b']) await show(phone, 'error')
    expect(fired).toEqual(['a'])
    devices = devices.map((device) => ({ ...device, labels: [{ name: 'rack', color: '#000000' }] }))
    list()
    await settle()
    expect(fired).toEqual(['a', 'b'])
  })

  it('end after each phone of one that fires once', async () => {
    await save(draft({ once: true, phones: { kind: 'these', publicIds: ['a', 'b'] }, keepsLive: true }))
    expect([frames.holds('a'), frames.holds('b')]).toEqual([true, true])
    await show('a', 'error')
    expect([frames.holds('a'), frames.holds('b')]).toEqual([false, true])
    expect(feature.state().rules).toMatchObject([{ phones: { publicIds: ['b'] } }])
    await show('b', 'error')
    expect([feature.state().rules, fired]).toEqual([[], ['a', 'b']])
  })

  it('stay when they are turned off, and one that fires once is over where it fired', async () => {
    const id = await save(draft({ once: true, quietS: 0 }))
    await show('a', 'error')
    feature.calls['rules.switch']({ ids: [id], isOn: false })
    feature.calls['rules.unwatch']({ publicIds: ['a', 'b'] })
    expect(feature.state().rules).toMatchObject([{ id, isOn: false }])
    await show('b', 'error')
    feature.calls['rules.switch']({ ids: [id], isOn: true })
    await show('a', 'error/2')
    expect(fired).toEqual(['a', 'b'])
  })

  it('leave phones live only as they are, unless they are to keep them so', async () => {
    const id = await save(draft())
    expect(frames.holds('a')).toBe(false)
    await save(draft({ keepsLive: true }), id)
    expect([frames.holds('a'), feature.keepsLive]).toEqual([true, true])
    feature.calls['rules.switch']({ ids: [id], isOn: false })
    expect([frames.holds('a'), feature.keepsLive]).toEqual([false, false])
  })

  it('survive a restart, after which the same thing is not new', async () => {
    await save(draft({ name: 'Watch', quietS: 0 }))
    await show('a', 'error')
    feature.close?.()
    open()
    await show('a', 'error')
    expect(fired).toEqual(['a'])
    await show('a', 'fine')
    await show('a', 'error')
    expect(fired).toEqual(['a', 'a'])
    expect(feature.state().rules).toMatchObject([{ name: 'Watch', times: 2, last: { publicId: 'a' } }])
  })

  it('do what a person could, and tell what failed', async () => {
    refuse = { 'flows.run': new FaultError({ kind: 'flow-shortage', budget: 'actions' }) }
    await save(
      draft({
        then: [
          { kind: 'sound' },
          { kind: 'screenshot' },
          { kind: 'record', seconds: 30 },
          { kind: 'label', name: 'broken' },
          { kind: 'flow', file: 'restart.yaml' },
        ],
      }),
    )
    await show('a', 'error')
    const publicIds = ['a']
    expect(asked).toEqual([
      ['devices.screenshot', { publicIds, mayCost: true }],
      ['recordings.start', { publicIds }],
      ['devices.edit', { publicIds, edit: { addLabels: [{ name: 'broken', color: '#9E9E9E' }] } }],
      ['flows.run', { files: ['restart.yaml'], publicIds }],
    ])
    expect([told, failed]).toEqual([[], ['flow-shortage']])
    expect(feature.state().rules).toMatchObject([{ fault: { kind: 'flow-shortage' } }])
    await after(30_000)
    expect(asked.at(-1)).toEqual(['recordings.stop', { publicIds }])
  })

  it('leave a recording alone that a person began, and one that they ended before', async () => {
    const record = draft({ then: [{ kind: 'record', seconds: 30 }], quietS: 0 })
    await save(record)
    const recorded = (...running: string[]) =>
      feature.event?.({
        type: 'recordings',
        recordings: { running: running.map((publicId) => ({ publicId }) as never), bytesLeft: null },
      })
    recorded('a')
    await show('a', 'error')
    expect(asked).toEqual([])
    await show('b', 'error')
    recorded('b')
    recorded()
    await after(60_000)
    expect(asked).toEqual([['recordings.start', { publicIds: ['b'] }]])
  })
})
