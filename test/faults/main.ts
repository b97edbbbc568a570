import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { FaultError } from '../../src-shared/protocol/fault'
import { takeEnvironmentFleet } from '../../src-main/core/saved-fleets/environment-fleet'
import type { FleetAccess } from '../../src-main/core/saved-fleets/fleet-address'
import { onField } from './field'
import { figureOf, table, type RowResult } from './report'
import type { Row } from './row'
import { anyServer } from './rows/any-server'
import { accounts } from './rows/accounts'
import { automations } from './rows/automations'
import { bulk } from './rows/bulk'
import { control } from './rows/control'
import { doneAfterAll } from './rows/done-after-all'
import { edits } from './rows/edits'
import { hostileAnswers } from './rows/hostile-answers'
import { keychain } from './rows/keychain'
import { mirror } from './rows/mirror'
import { rest } from './rows/rest'
import { rights } from './rows/rights'
import { sockets } from './rows/sockets'
import { time } from './rows/time'
import { uploadLimits } from './rows/upload-limits'
import { uploadMatrix } from './rows/upload-matrix'
import { uploads } from './rows/uploads'
import { startServices, type Services } from './services'

const rows: readonly Row[] = [
  ...sockets,
  ...control,
  ...mirror,
  ...rest,
  ...edits,
  ...bulk,
  ...doneAfterAll,
  ...automations,
  ...uploads,
  ...uploadMatrix,
  ...uploadLimits,
  ...keychain,
  ...accounts,
  ...rights,
  ...time,
  ...hostileAnswers,
  ...anyServer,
]

const runsOfRow = 3
const sampleEveryMs = 50

/** A usage error; its message is the one line the user reads. */
class CannotRun extends Error {}

/** Reads `--only ID` and `--json FILE`. @throws CannotRun */
function readFlags() {
  try {
    const { values } = parseArgs({ options: { only: { type: 'string' }, json: { type: 'string' } } })
    const chosen = rows.filter(({ id }) => id.startsWith(values.only ?? ''))
    if (chosen.length === 0) {
      const known = rows.map(({ id }) => id).join(', ')
      throw new CannotRun(`there is no fault "${values.only ?? ''}"; there are ${known}`)
    }
    return { chosen, json: values.json }
  } catch (error) {
    throw error instanceof CannotRun ? error : new CannotRun((error as Error).message)
  }
}

/** The fleet that FLEETWALL_BASE_URL, _WS_BASE_URL and _API_KEY name, if they do. @throws CannotRun */
function namedFleet(): FleetAccess | null {
  try {
    return takeEnvironmentFleet(process.env)
  } catch (error) {
    throw new CannotRun((error as Error).message)
  }
}

/** Uncaught errors, which fail the runs in progress. */
const defects: string[] = []
const onDefect = (thrown: unknown) =>
  void defects.push(
    `an uncaught error: ${thrown instanceof Error ? (thrown.stack ?? thrown.message) : String(thrown)}`,
  )

function causeOf(error: Error): string {
  const fault = error instanceof FaultError ? `: ${JSON.stringify(error.fault)}` : ''
  return `${error.message}${fault}`.replaceAll(/\s+/g, ' ')
}

/** Runs a row as often as it asks. */
async function inject(row: Row, services: Services, named: FleetAccess | null): Promise<RowResult> {
  const { id, fault, runs = runsOfRow } = row
  const result: RowResult = {
    id,
    fault,
    runs,
    passes: 0,
    recoverMs: [],
    requests: 0,
    worstRssMb: 0,
    figures: [],
    causes: [],
  }
  const sample = () => {
    result.worstRssMb = Math.max(result.worstRssMb, process.memoryUsage.rss() / 2 ** 20)
  }
  const begun = performance.now()
  const sampling = setInterval(sample, sampleEveryMs)
  for (let run = 0; run < runs; run += 1) {
    const defectsBefore = defects.length
    const { result: measured, requests, leaks } = await onField(services, named, (field) => row.run(field))
    sample()
    const causes = [
      ...(measured instanceof Error ? [causeOf(measured)] : []),
      ...leaks.map((place) => `the key was found in ${place}`),
      ...defects.slice(defectsBefore),
    ]
    result.requests = Math.max(result.requests, requests)
    result.causes = [...new Set([...result.causes, ...causes])]
    if (!(measured instanceof Error)) {
      if (measured.recoverMs !== undefined) result.recoverMs.push(measured.recoverMs)
      if (measured.figure !== undefined) result.figures.push(measured.figure)
    }
    if (causes.length === 0) result.passes += 1
  }
  clearInterval(sampling)
  const { passes } = result
  const seconds = ((performance.now() - begun) / 1000).toFixed(1)
  process.stderr.write(`${passes === runs ? 'ok  ' : 'FAIL'} ${id}, ${seconds} s\n`)
  return result
}

async function run(): Promise<void> {
  const { chosen: asked, json } = readFlags()
  const named = namedFleet()
  const chosen = named ? asked.filter((row) => row.anyServer) : asked
  if (named) {
    const leftOut = asked.filter((row) => !row.anyServer).map(({ id }) => id)
    process.stderr.write(
      `against ${new URL(named.baseUrl).host}; left out: ${leftOut.join(', ') || 'none'}\n`,
    )
  }
  process.on('uncaughtException', onDefect)
  process.on('unhandledRejection', onDefect)
  const services = startServices(onDefect)
  const results = new Map<string, RowResult>()
  const take = async (row: Row) => void results.set(row.id, await inject(row, services, named))
  const waiting = Promise.all(chosen.filter(({ waits }) => waits).map(take))
  for (const row of chosen.filter(({ waits }) => !waits)) await take(row)
  await waiting
  services.close()

  const inOrder = chosen.flatMap(({ id }) => results.get(id) ?? [])
  process.stdout.write(`\n${table(inOrder)}`)
  // npm runs this in the project's folder; a relative file is relative to the user's folder.
  const here = process.env['INIT_CWD'] ?? process.cwd()
  if (json !== undefined) {
    writeFileSync(resolve(here, json), `${JSON.stringify(inOrder.map(figureOf), null, 2)}\n`)
  }
  process.exit(inOrder.every(({ runs, passes }) => passes === runs) ? 0 : 1)
}

run().catch((error: unknown) => {
  const message =
    error instanceof CannotRun ? error.message : String(error instanceof Error ? error.stack : error)
  process.stderr.write(`faults: ${message}\n`)
  process.exit(1)
})
