import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../e2e/harness/programs'
import { clickSuite } from './click'
import { table, type Figure } from './figure'
import { loadSuite } from './load'
import { CannotMeasure, findMachine } from './machine'
import { compilePlainWay } from './plain-way/compile'
import { replaySuite } from './replay/suite'
import type { Effort } from './suite'

const suites = [loadSuite(12), loadSuite(30), clickSuite, replaySuite(10), replaySuite(60)]
const full: Effort = { repetitions: 3, settleMs: 3000, measureMs: 10_000, presses: 40 }
const smoke: Effort = { repetitions: 1, settleMs: 300, measureMs: 1000, presses: 3 }

/** Reads `--only ID`, `--json FILE` and `--smoke`. @throws CannotMeasure */
function readFlags() {
  try {
    const { values } = parseArgs({
      options: { only: { type: 'string' }, json: { type: 'string' }, smoke: { type: 'boolean' } },
    })
    const wanted = (id: string) => id.startsWith(values.only ?? '')
    const chosen = suites.filter(({ ids }) => ids.some(wanted))
    if (chosen.length === 0) {
      const known = suites.flatMap(({ ids }) => ids).join(', ')
      throw new CannotMeasure(`there is no figure "${values.only ?? ''}"; there are ${known}`)
    }
    return { wanted, chosen, json: values.json, effort: values.smoke ? smoke : full }
  } catch (error) {
    throw error instanceof CannotMeasure ? error : new CannotMeasure((error as Error).message)
  }
}

function build(): void {
  const result = spawnSync('npm', ['run', 'build', '--silent', '--', '--logLevel', 'warn'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  if (result.status !== 0) throw new CannotMeasure('the app could not be built')
}

async function run(): Promise<void> {
  const { wanted, chosen, json, effort } = readFlags()
  const machine = await findMachine()
  try {
    build()
    const plainWay = await compilePlainWay()
    const figures: Figure[] = []
    try {
      const note = (line: string) => void process.stdout.write(`${line}\n`)
      note(`load before: ${loadavg()[0]?.toFixed(2) ?? '?'}`)
      for (const suite of chosen) {
        const found = await suite.run({ machine, plainWay: plainWay.folder, effort, note })
        figures.push(...found.filter(({ id }) => wanted(id)))
      }
    } finally {
      await plainWay.remove()
    }
    process.stdout.write(`\n${table(figures)}`)
    // npm runs this in the project's folder; a relative file means where the user stands.
    const here = process.env['INIT_CWD'] ?? process.cwd()
    if (json !== undefined) writeFileSync(resolve(here, json), `${JSON.stringify(figures, null, 2)}\n`)
  } finally {
    await machine.display.close()
  }
}

run().catch((error: unknown) => {
  const message =
    error instanceof CannotMeasure ? error.message : String(error instanceof Error ? error.stack : error)
  process.stderr.write(`bench: ${message}\n`)
  process.exit(1)
})
