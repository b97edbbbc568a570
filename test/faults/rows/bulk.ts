import assert from 'node:assert/strict'
import { stepHasEnded } from '../../../src-shared/features/task-state'
import type { Core } from '../core'
import { eventually, type Field } from '../field'
import type { Row } from '../row'
import { phones, type Service } from '../services'

const patch = /^PATCH /
const names = (count: number) => Array.from({ length: count }, (_, index) => `dev_${index + 1}`)

/** Starts a core on a simulated fleet, ready to label its phones. */
async function relabelling(field: Field, count: number, host: (service: Service) => Promise<string>) {
  const clock = field.clock()
  const service = await field.service({ devices: phones(count) })
  const core = await field.core({ host: await host(service), clock })
  await eventually('the phones are listed', () => core.shown.tiles.size === count)
  const relabel = () =>
    core.bridge.call('devices.edit', {
      publicIds: names(count),
      edit: { addLabels: [{ name: 'shelf 7', color: '#336699' }] },
    })
  const steps = () => core.shown.tasks[0]?.steps ?? []
  const haveEnded = () => steps().length === count && steps().every(stepHasEnded)
  const refusals = () => field.requests(patch).filter(({ status }) => status === 429).length
  return { clock, service, core, relabel, steps, haveEnded, refusals }
}

/** Checks with the service that each phone has the label. */
async function allHaveTheLabel(core: Core) {
  await core.bridge.call('devices.refresh', {})
  const { devices } = (await core.bridge.call('app.state', {})).devices
  const labels = devices.map((device) => device.labels.map(({ name }) => name))
  assert.deepEqual(
    labels,
    devices.map(() => ['shelf 7']),
  )
}

export const bulk: readonly Row[] = [
  {
    id: 'bulk.relabel-200',
    fault: '200 phones get a label at a limit of 5 edits a second',
    runs: 1,
    async run(field) {
      const host = (service: Service) => Promise.resolve(service.host)
      const { clock, service, core, relabel, haveEnded, refusals } = await relabelling(field, 200, host)
      await relabel()
      const tookMs = await field.passUntil('the task ends', haveEnded, clock, 50, service)
      assert.equal(refusals(), 0, `${refusals()} answers of 429`)
      assert.equal(field.requests(patch).length, 200)
      await allHaveTheLabel(core)
      return { recoverMs: tookMs, figure: `${refusals()} refusals` }
    },
  },
  {
    id: 'bulk.429-storm',
    fault: '60 phones get a label, but the service takes one edit every two seconds',
    runs: 1,
    async run(field) {
      const host = (service: Service) => Promise.resolve(service.host)
      const { clock, service, core, relabel, steps, haveEnded, refusals } = await relabelling(field, 60, host)
      await service.limit({ rates: { account_edits: { per_second: 0.5, burst: 1 } } })
      await relabel()
      const leastMs = (60 / 0.5) * 1000
      const refusedAt: number[] = []
      const isOver = () => {
        while (refusedAt.length < refusals()) refusedAt.push(clock.monotonic())
        return haveEnded()
      }
      const tookMs = await field.passUntil('the task ends', isOver, clock, 50, service)
      assert.deepEqual(new Set(steps().map(({ state }) => state)), new Set(['done']))
      await allHaveTheLabel(core)
      const within = (from: number) => refusedAt.filter((at) => at >= from && at < from + 10_000).length
      const peak = Math.max(...refusedAt.map(within))
      assert.ok(peak <= 10, `${peak} answers of 429 in ten seconds are a storm`)
      assert.ok(refusals() <= 12, `${refusals()} answers of 429 for 60 edits: the rate was not learnt`)
      const longer = 100 * (tookMs / leastMs - 1)
      assert.ok(longer <= 45, `it took ${longer.toFixed(1)} % longer than the rate requires`)
      return {
        recoverMs: tookMs,
        figure: `${refusals()} refusals for 60 edits, ${longer.toFixed(1)} % longer than it has to take`,
      }
    },
  },
  {
    id: 'bulk.cut-half-way',
    fault: 'the network is down for two minutes in the middle of 60 edits',
    async run(field) {
      let cut: () => void = () => undefined
      let mend: () => void = () => undefined
      const { clock, service, core, relabel, steps, haveEnded, refusals } = await relabelling(
        field,
        60,
        async ({ host }) => {
          const proxy = await field.proxy(host)
          cut = () => {
            proxy.set({ kind: 'cut', direction: 'up', afterBytes: 0, by: 'reset' })
            proxy.reset()
          }
          mend = () => proxy.set({ kind: 'none' })
          return proxy.host
        },
      )
      await relabel()
      const areDone = (count: number) => () => steps().filter(({ state }) => state === 'done').length >= count
      await field.passUntil('half of the edits are done', areDone(30), clock, 50, service)
      const before = field.requests(patch).length
      cut()
      await field.pass(clock, 120_000, 50, service)
      const inVain = field.requests(patch).length - before
      const silent = field.requests().length
      mend()
      assert.ok(inVain <= 16, `${inVain} edits were sent while nothing answered`)
      const isHeard = () => field.requests().some(({ status }, index) => index >= silent && status === 200)
      const heardMs = await field.passUntil('anything answers', isHeard, clock, 50, service)
      const goesOnMs = await field.passUntil('the task ends', haveEnded, clock, 50, service)
      assert.ok(areDone(60)(), 'all edits finish without the user')
      assert.ok(goesOnMs <= 10_000, `it took ${goesOnMs} ms from the first answer to the end`)
      assert.equal(refusals(), 0)
      await allHaveTheLabel(core)
      const sent = field.requests(patch).length
      return {
        recoverMs: heardMs + goesOnMs,
        figure: `${sent} requests for 60 edits, ${inVain} of them in vain, 0 left to the user`,
      }
    },
  },
]
