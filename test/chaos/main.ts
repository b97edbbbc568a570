import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { root } from '../e2e/harness/programs'
import { startSimulator } from '../e2e/harness/simulator'
import { pick, seeded } from '../fuzz/mutate'
import { disturbances } from './disturbances'

// `npm run chaos`: the example flows on 12 phones of a service that closes sockets, refuses and dawdles all the time, and
// flows that expect what is not there. Each must come to its verdict, at the right step.
const betweenMs = { least: 300, most: 1000 }
const wrongFlows = 9
/** In which line a wrong flow fails. */
const wrongLine = 4

interface Line {
  type: string
  state?: string
  flow?: string
  phone?: { name: string }
  failure?: { message: string; place: { line: number } | null } | null
}

/** Runs flows at a terminal while the service is unkind. @returns one line for each case, and how often what was done */
async function run(flows: string) {
  const simulator = await startSimulator()
  const random = seeded(1)
  const done: Record<string, number> = {}
  const args = [
    'test',
    flows,
    '--phones',
    'all',
    '--format',
    'json',
    '--test-output-dir',
    join(folder, 'out'),
  ]
  const child = spawn(process.execPath, [join(root, 'src-main/fleetwall.mjs'), ...args], {
    cwd: root,
    env: { ...process.env, ...simulator.environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (data: Buffer) => (output += data.toString()))
  let hasEnded = false
  const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
  void ended.then(() => (hasEnded = true))
  try {
    while (!hasEnded) {
      const name = pick(random, Object.keys(disturbances))
      await disturbances[name]?.(simulator, random)
      done[name] = (done[name] ?? 0) + 1
      await Promise.race([ended, delay(betweenMs.least + random() * (betweenMs.most - betweenMs.least))])
    }
  } finally {
    child.kill()
    await simulator.close()
  }
  const cases = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Line)
    .filter(({ type, state = '' }) => type === 'flow' && ['passed', 'failed', 'stopped'].includes(state))
  return { cases, done }
}

const say = (text: string) => process.stdout.write(`${text}\n`)
const nameOf = ({ flow = '', phone }: Line) => `${flow} on ${phone?.name ?? ''}`

const folder = await mkdtemp(join(tmpdir(), 'fleetwall-chaos-'))
try {
  const wrong = join(folder, 'wrong')
  await mkdir(wrong)
  for (let number = 1; number <= wrongFlows; number++) {
    const steps = [
      '- pressKey: Home',
      '- assertVisible: Notes',
      `- assertVisible: Nothing like this ${number}`,
    ]
    await writeFile(join(wrong, `${number}.yaml`), ['---', ...steps, '- setClipboard: never', ''].join('\n'))
  }
  const right = await run(join(root, 'resources/flows'))
  const failed = right.cases.filter(({ state }) => state !== 'passed')
  say(
    `examples: ${right.cases.length - failed.length} of ${right.cases.length} passed, under ${JSON.stringify(right.done)}`,
  )
  for (const each of failed) say(`  ${nameOf(each)}: ${each.failure?.message ?? each.state ?? ''}`)

  const judged = await run(wrong)
  const missed = judged.cases.filter(
    ({ state, failure }) => state !== 'failed' || failure?.place?.line !== wrongLine,
  )
  const { length } = judged.cases
  say(
    `wrong expectations: ${length - missed.length} of ${length} failed at their step, under ${JSON.stringify(judged.done)}`,
  )
  for (const each of missed) say(`  ${nameOf(each)}: ${each.failure?.message ?? each.state ?? ''}`)
  process.exitCode = failed.length + missed.length === 0 && length > 0 && right.cases.length > 0 ? 0 : 1
} finally {
  await rm(folder, { recursive: true, force: true })
}
