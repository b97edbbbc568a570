import { picturesReading } from '../../pictures/pictures-here'
import { setImmediate as turn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import type { Fleet } from '../../../../src-main/core/open-fleet/fleet'
import { createFlowPhones } from '../../../../src-main/core/flows/in-fleet/flow-phones'
import { Run } from '../../../../src-main/core/flows/run/run-flows'
import type { RunResult } from '../../../../src-main/core/flows/run/run-result'
import { LiveFrames, type FrameSink } from '../../../../src-main/core/frames/live-frames'
import type { Uploads } from '../../../../src-main/core/uploads/uploads'
import type { TileState } from '../../../../src-shared/features/tile-state'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { pick, seeded } from '../../../fuzz/mutate'
import { createFakeClock } from '../../time/fake-clock'
import { read } from '../reading/read'
import { useOf } from '../run/flow-bench'

const words = vocabularySchema.parse(vocabulary)
const seeds = Number(process.env['FLEETWALL_MODEL_SEEDS'] ?? 50)
const timeoutMs = 60_000
const problem = (code: string, detail: string) => ({ kind: 'problem', code, detail }) as Fault
const closed = (code: number): Fault => ({ kind: 'socket-closed', code, reason: '' })
const frameOf = (content: string) => ({
  jpeg: Buffer.from(content),
  size: { width: 1, height: 1 },
  receivedAt: 0,
})
const text = '- setClipboard: one\n- waitForAnimationToEnd\n- setClipboard: two'

/** Runs two flows on four phones that do whatever the seed says. */
async function play(seed: number) {
  const random = seeded(seed)
  const clock = createFakeClock()
  const keyFault = pick(random, [
    closed(4401),
    problem('unauthorized', ''),
    problem('forbidden', 'suspended'),
  ])
  const breaksKey = random() < 0.3
  let isRefused = false
  let late = 0
  const answer = (): Fault | 'never' | null => {
    if (breaksKey && random() < 0.1) return keyFault
    if (random() < 0.1) return 'never'
    return random() < 0.1 ? problem('forbidden', 'scope control is required') : null
  }
  const fleet = {
    flowInput: {
      act: () => {
        if (isRefused) late += 1
        const how = answer()
        return new Promise((resolve, reject) => {
          if (how === 'never') return
          clock.after(random() * 900, () => (how ? reject(new FaultError(how)) : resolve({})))
        })
      },
    },
    retryStream: () => (late += isRefused ? 1 : 0),
    isDialing: () => random() < 0.5,
    framed: (id: string) => ({ open: (sink: FrameSink) => frames.open(id, sink) }),
    jobs: [],
  } as unknown as Fleet
  const frames = new LiveFrames(() => undefined)
  const phones = createFlowPhones({
    ...{ clock, words, fleet: () => fleet, uploads: {} as Uploads, uploadsId: 'model' },
    onRefused: () => (isRefused = true),
  })
  const ids = ['dev_0', 'dev_1', 'dev_2', 'dev_3']
  const joined = ids.map((id) => phones.join(id, id))
  const still = { fault: null, controlFault: null, idleReason: null, job: null, isUnreadable: false }
  for (const phone of joined) {
    const isGood = random() < 0.4
    const move = () => {
      const does = (change: Partial<TileState>) => phone.change({ ...still, ...change } as TileState)
      const to = isGood ? 0 : Math.floor(random() * 12)
      if (to < 4) does({ state: 'live' })
      if (to < 3) frames.push(phone.publicId, frameOf(`${random()}`))
      if (to === 4) does({ state: 'parked', fault: closed(1011) })
      if (to === 5) does({ state: 'offline' })
      if (to === 6 || to === 7) does({ state: 'connecting' })
      if (to === 8) does({ state: 'idle', idleReason: 'hidden' })
      if (to === 9) does({ state: 'live', isUnreadable: true })
      if (to === 10) does({ state: pick(random, ['blocked', 'automation', 'parked'] as const) })
      if (to === 11 && random() < 0.2)
        phones.event({ type: 'devices', devices: { status: 'ready', devices: [], fault: null }, tiles: [] })
      clock.after(isGood ? 2000 : 100 + random() * 5000, move)
    }
    clock.after(random() * 2000, move)
  }
  const began = clock.monotonic()
  const checked = { flow: read(text).flow, env: {}, continueOnFailure: true }
  let result: RunResult | null = null
  const run = new Run({
    ...{ clock, words, timeoutMs, retries: 1, env: {}, emit: () => undefined },
    pictures: picturesReading(() => Promise.resolve([])),
    plans: joined.map((phone) => ({ phone, flows: [checked, checked] })),
    ...{ use: useOf(2), mostActions: Infinity },
    filesOf: () => ({ save: () => Promise.resolve('a.jpg'), film: () => Promise.reject(new Error('none')) }),
  })
  void run.result.then((ended) => (result = ended))
  // Two phones at once of four, two flows each, tried twice.
  const most = 2 * 2 * 2 * timeoutMs
  while (!result && clock.monotonic() - began < most + 5000) {
    await turn()
    clock.runNext()
  }
  return { result: result as RunResult | null, isRefused, late }
}

it(`ends every run within its limits, in ${seeds} seeds`, async () => {
  let refused = 0
  for (let seed = 1; seed <= seeds; seed += 1) {
    const { result, isRefused, late } = await play(seed)
    const told = { seed, cases: result?.cases.length, isRefusedEnd: result?.end === 'refused', late }
    refused += isRefused ? 1 : 0
    // The key may be refused when the last flow has ended.
    expect(told).toEqual({ seed, cases: 8, isRefusedEnd: isRefused && told.isRefusedEnd, late: 0 })
    for (const { verdict, failure } of result?.cases ?? [])
      expect(verdict === 'passed').toBe(failure === null)
  }
  expect(refused).toBeGreaterThan(0)
}, 300_000)
