import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { root } from '../e2e/harness/programs'
import { clickSuite } from './click'
import { decodingSuite } from './decoding'
import { table, type Figure } from './figure'
import { clickAgentSuite } from './click-agent'
import { doorSuite } from './door'
import { doorActSuite } from './door-act'
import { doorSeeSuite } from './door-see'
import { flowsSuite } from './flows'
import { inputSuite } from './input'
import { ledgersSuite } from './ledgers'
import { CannotMeasure, findMachine } from './machine'
import { mainThreadSuite } from './main-thread'
import { compilePages } from './pages/compile'
import { takePictures, type Pictures } from './pictures'
import { readingSuite } from './reading/suite'
import { idleWorkSuite } from './idle-work'
import { recordSuite } from './record'
import { panelSuite } from './panel'
import { panelsSuite } from './panels'
import { replaySuite } from './replay/suite'
import { scrollSuite } from './scroll'
import { sheetSuite } from './sheet'
import { stalledSuite } from './stalled'
import { startSuite } from './start'
import { stillSuite } from './still'
import { frameSizes, type Effort } from './suite'
import { tilesSuite } from './tiles'
import { browserUploadsSuite, uploadsSuite } from './uploads/suite'
import { twoWallsSuite } from './two-walls'
import { wallsSuite } from './walls'

const suites = [
  startSuite,
  wallsSuite,
  twoWallsSuite,
  mainThreadSuite,
  tilesSuite(750, { ours: 27, plain: 5 }),
  tilesSuite(1170, { ours: 14, plain: 2 }),
  decodingSuite,
  clickSuite,
  inputSuite,
  stillSuite,
  stalledSuite,
  scrollSuite,
  replaySuite(10),
  replaySuite(60),
  uploadsSuite,
  browserUploadsSuite,
  readingSuite,
  recordSuite,
  ledgersSuite,
  panelSuite,
  panelsSuite,
  sheetSuite,
  flowsSuite,
  idleWorkSuite,
  doorSuite,
  doorSeeSuite,
  doorActSuite,
  clickAgentSuite,
]
const full: Effort = {
  repetitions: 3,
  longRepetitions: 2,
  settleMs: 1000,
  measureMs: 3000,
  quietMs: 10_000,
  blockedMs: 60_000,
  presses: 20,
  mostPhones: Infinity,
  fileBytes: 300_000_000,
}
const smoke: Effort = {
  repetitions: 1,
  longRepetitions: 1,
  settleMs: 100,
  measureMs: 500,
  quietMs: 500,
  blockedMs: 1000,
  presses: 2,
  mostPhones: 4,
  fileBytes: 5_000_000,
}

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

/** Takes pictures at their first use. */
function createPictures() {
  const taken = new Map<keyof typeof frameSizes, Promise<Pictures>>()
  return {
    take(width: keyof typeof frameSizes): Promise<Pictures> {
      const pictures = taken.get(width) ?? takePictures(frameSizes[width])
      taken.set(width, pictures)
      return pictures
    },
    async remove() {
      for (const pictures of taken.values()) await (await pictures).remove()
    },
  }
}

async function run(): Promise<void> {
  const { wanted, chosen, json, effort } = readFlags()
  const machine = await findMachine()
  const pictures = createPictures()
  try {
    build()
    const pages = await compilePages()
    const figures: Figure[] = []
    try {
      const note = (line: string) => void process.stdout.write(`${line}\n`)
      note(`load before: ${loadavg()[0]?.toFixed(2) ?? '?'}`)
      for (const suite of chosen) {
        try {
          const found = await suite.run({ machine, pages, effort, pictures: pictures.take, note })
          figures.push(...found.filter(({ id }) => wanted(id)))
        } catch (error) {
          // The other suites still give their figures.
          process.exitCode = 1
          report(error)
        }
      }
    } finally {
      await pages.remove()
    }
    process.stdout.write(`\n${table(figures)}`)
    // npm runs this in the project's folder; a relative file is relative to the user's folder.
    const here = process.env['INIT_CWD'] ?? process.cwd()
    if (json !== undefined) writeFileSync(resolve(here, json), `${JSON.stringify(figures, null, 2)}\n`)
  } finally {
    await pictures.remove()
    await machine.display.close()
  }
}

function report(error: unknown): void {
  const message =
    error instanceof CannotMeasure ? error.message : String(error instanceof Error ? error.stack : error)
  process.stderr.write(`bench: ${message}\n`)
}

run().catch((error: unknown) => {
  report(error)
  process.exit(1)
})
