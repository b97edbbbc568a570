import { randomUUID } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { RuleDraft } from '../../src-shared/features/rules-state'
import type { ScheduleDraft } from '../../src-shared/features/schedules-state'
import { openOurs } from './contender'
import { figureOf } from './figure'
import { startPeer, type Peer } from './peer/start'
import { cpuOfTree } from './process-tree'
import { alternate, type Suite, type SuiteContext } from './suite'

const phones = 12
const each = 20
const id = 'work.idle'
const dayMs = 86_400_000

const rule = (at: number): RuleDraft => ({
  name: `Rule ${at}`,
  when: { kind: 'text', text: `Never shown ${at}`, isPattern: at % 2 === 0, isGone: false, part: null },
  phones: { kind: 'all' },
  then: [{ kind: 'notify' }],
  quietS: 300,
  once: false,
  keepsLive: true,
})
const schedule = (at: number): ScheduleDraft => ({
  name: `Schedule ${at}`,
  time: { kind: 'once', at: Date.now() + dayMs + at },
  work: { kind: 'screenshot' },
  phones: { kind: 'all' },
  shares: {},
})

/** Writes 20 rules and 20 schedules of the fleet that the environment names. @param userData the folder of an app, absolute */
async function giveWork(userData: string, { environment }: Peer): Promise<void> {
  const fleet = `environment ${environment['FLEETWALL_BASE_URL']}`
  const all = Array.from({ length: each }, (_, at) => at)
  const rules = all.map((at) => ({
    ...{ fleet, id: randomUUID(), rule: rule(at), isOn: true, last: null, times: 0, seen: [] },
  }))
  const begun = {
    isPaused: false,
    doneUntil: Date.now(),
    begunUntil: 0,
    run: null,
    next: null,
    last: null,
    missed: null,
  }
  const schedules = all.map((at) => ({
    ...{ fleet, id: randomUUID(), draft: schedule(at), use: null },
    ...begun,
  }))
  await writeFile(join(userData, 'rules.json'), JSON.stringify({ version: 1, rules }))
  await writeFile(join(userData, 'schedules.json'), JSON.stringify({ version: 1, schedules }))
}

/** Measures what 20 rules and 20 schedules that have nothing to do add to a wall of 12 still phones. */
export const idleWorkSuite: Suite = {
  ids: [id],
  async run(context: SuiteContext) {
    const { quietMs, repetitions, settleMs } = context.effort
    const peer = await startPeer(await context.pictures(750), { phones })
    const working: number[] = []
    const plain: number[] = []
    const measure = async (into: number[], prepare: (userData: string) => Promise<void>) => {
      const userData = await mkdtemp(join(tmpdir(), 'fleetwall-bench-'))
      try {
        await prepare(userData)
        const app = await openOurs(context, peer, {}, userData)
        try {
          await app.show(phones)
          // Each screen is read once.
          await delay(10 * settleMs)
          const before = cpuOfTree(app.pid)
          await delay(quietMs)
          into.push((cpuOfTree(app.pid) - before) / (quietMs / 1000))
        } finally {
          await app.close()
        }
      } finally {
        await rm(userData, { recursive: true, force: true })
      }
    }
    try {
      await alternate(repetitions, [
        () => measure(working, (userData) => giveWork(userData, peer)),
        () => measure(plain, () => Promise.resolve()),
      ])
    } finally {
      await peer.close()
    }
    // A ratio of so little would say more of the clock's ticks than of rules.
    const added = working.map((msASecond, at) => (msASecond - (plain[at] ?? 0)) / 10)
    return [figureOf(id, '% of a core', added)]
  },
}
