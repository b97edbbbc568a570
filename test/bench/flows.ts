import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { plainEnvironment } from '../e2e/harness/environment'
import { root } from '../e2e/harness/programs'
import { startSimulator, type Simulator } from '../e2e/harness/simulator'
import { figureOf, type Figure } from './figure'
import { median } from './statistics'
import type { Suite, SuiteContext } from './suite'

const ids = {
  start: 'flows.start',
  overhead: 'flows.step-overhead',
  tap: 'flows.text-tap',
  scale: 'flows.scale-100',
}
const most = 100
const stepsOfScale = 20
/** What the account may send: the least time of a large run. */
const rate = { per_second: 50, burst: 50 }

interface RunLine {
  type: string
  state?: string
  title?: string
  ms?: number
  verdict?: string
}

/** Runs a flow at the terminal. @returns each line with the time when it came, in ms since the start */
async function runFlow(flow: string, args: readonly string[], environment: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-flow-'))
  await writeFile(join(folder, 'flow.yaml'), flow)
  const begun = performance.now()
  const child = spawn(
    process.execPath,
    [join(root, 'src-main/fleetwall.mjs'), 'test', 'flow.yaml', '--format', 'json', ...args],
    { cwd: folder, env: { ...plainEnvironment(), ...environment }, stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const lines: { at: number; line: RunLine }[] = []
  for await (const text of createInterface({ input: child.stdout }))
    lines.push({ at: performance.now() - begun, line: JSON.parse(text) as RunLine })
  await rm(folder, { recursive: true, force: true })
  return lines
}

const stepsOf = (lines: readonly { line: RunLine }[], title: RegExp) =>
  lines.flatMap(({ line }) =>
    line.type === 'step' && line.state !== 'started' && title.test(line.title ?? '') ? [line.ms ?? 0] : [],
  )

/** The time of one action without a client, p50. */
async function serviceMs({ baseUrl, apiKey, phones }: Simulator): Promise<number> {
  const times: number[] = []
  for (let call = 0; call < 5; call += 1) {
    const begun = performance.now()
    await fetch(`${baseUrl}/devices/${phones[0] ?? ''}/actions`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${apiKey}`,
        'content-type': 'application/json',
        'user-agent': 'fleetwall-bench/1',
      },
      body: JSON.stringify({ type: 'clipboard_set', text: 'bench' }),
    })
    times.push(performance.now() - begun)
  }
  return median(times)
}

/** Times flows at the terminal on the simulator: their start, a step, a tap on a text. */
export const flowsSuite: Suite = {
  ids: Object.values(ids),
  async run({ effort, note }: SuiteContext): Promise<Figure[]> {
    const starts: number[] = []
    const overheads: number[] = []
    const taps: number[] = []
    const scales: number[] = []
    const limits: number[] = []
    for (let repetition = 0; repetition < effort.repetitions; repetition += 1) {
      const lines = await runFlow('- pressKey: home\n', ['--simulated', '1'])
      const first = lines.find(({ line }) => line.type === 'step')
      if (first) starts.push(first.at)

      const simulator = await startSimulator({ devices: 1 })
      try {
        const own = await serviceMs(simulator)
        const run = await runFlow('- setClipboard: bench\n'.repeat(4), [], simulator.environment)
        overheads.push(median(stepsOf(run, /setClipboard/)) - own)
        const tapped = await runFlow('- pressKey: home\n- tapOn: Settings\n', [], simulator.environment)
        taps.push(median(stepsOf(tapped, /tapOn/)))
      } finally {
        await simulator.close()
      }
    }
    const count = Math.min(most, effort.mostPhones)
    for (let repetition = 0; repetition < effort.longRepetitions; repetition += 1) {
      const simulator = await startSimulator({
        devices: count,
        budgets: { max_active_devices: count },
        rates: { per_account: rate },
      })
      try {
        const run = await runFlow('- setClipboard: bench\n'.repeat(stepsOfScale), [], simulator.environment)
        const steps = run.filter(({ line }) => line.type === 'step')
        scales.push((run.at(-1)?.at ?? 0) - (steps[0]?.at ?? 0))
        limits.push(((count * stepsOfScale - rate.burst) / rate.per_second) * 1000)
      } finally {
        await simulator.close()
      }
    }
    note(`${count} phones, ${stepsOfScale} steps each`)
    return [
      figureOf(ids.start, 'ms', starts),
      figureOf(ids.overhead, 'ms, p50', overheads),
      figureOf(ids.tap, 'ms, p50', taps),
      figureOf(ids.scale, 'ms', scales, limits),
    ]
  },
}
