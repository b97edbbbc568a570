import { randomUUID } from 'node:crypto'
import { resolve } from 'node:path'
import { UsageError } from '../../core/base/start-arguments'
import { mostRetries, mostTimeoutS, usualTimeoutS } from '../../../src-shared/features/flows-state'
import { timeoutMsOf } from '../../core/flows/run/run-flows'
import { fleetOptions, listOf, readArguments, wholeNumber } from '../terminal/arguments'
import { sheetOptions, type SheetChoice } from '../fleet/data-sheet'
import type { FleetChoice } from '../fleet/fleet-access'

/** Where results of runs go by default, in the folder that the user is in. */
export const resultsFolder = 'fleetwall-results'

const formats = ['junit', 'html', 'json', 'noop'] as const
export type Format = (typeof formats)[number]

/** What `fleetwall test` is asked to do. */
export interface TestArguments {
  paths: string[]
  fleet: FleetChoice
  phones: string
  /** Over how many phones the flows are divided; null for every flow on every phone. */
  shards: number | null
  env: Record<string, string>
  /** The sheet whose rows give values, and whether flawed rows are left out. */
  sheet: SheetChoice
  includeTags: string[]
  excludeTags: string[]
  format: Format
  /** Absolute; null for the default. */
  output: string | null
  /** Of the results, absolute. */
  folder: string
  /** Whether the person named no folder. */
  isOwnFolder: boolean
  retries: number
  timeoutMs: number | null
  maxActions: number | null
  isDryRun: boolean
}

/** Reads the arguments of `test`. @param now in ms since the epoch. @throws UsageError */
export function readTestArguments(args: readonly string[], here: string, now: number): TestArguments {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    ...sheetOptions,
    phones: { type: 'string' },
    'shard-all': { type: 'boolean' },
    'shard-split': { type: 'string' },
    env: { type: 'string', short: 'e', multiple: true },
    'include-tags': { type: 'string', multiple: true },
    'exclude-tags': { type: 'string', multiple: true },
    format: { type: 'string' },
    output: { type: 'string' },
    'test-output-dir': { type: 'string' },
    retries: { type: 'string' },
    timeout: { type: 'string' },
    'max-actions': { type: 'string' },
    'dry-run': { type: 'boolean' },
  })
  if (positionals.length === 0) throw new UsageError('name a flow or a folder')
  const shards = wholeNumber('shard-split', values['shard-split'], 1)
  if (shards !== null && values['shard-all'] === true)
    throw new UsageError('--shard-all and --shard-split exclude each other')
  if (shards !== null && values.data !== undefined)
    throw new UsageError('--data gives each phone its rows, so --shard-split can’t divide the flows')
  const timeout = wholeNumber('timeout', values.timeout, 0, mostTimeoutS)
  const format = formats.find((each) => each === (values.format ?? 'noop').toLowerCase())
  if (!format)
    throw new UsageError(`--format takes ${formats.join(', ')}, not ${(values.format ?? '').slice(0, 40)}`)
  const { output, 'test-output-dir': folder } = values
  // Suites of one second have a folder each.
  const started = new Date(now).toISOString().slice(0, 19).replaceAll(':', '')
  return {
    paths: positionals,
    fleet: values,
    phones: values.phones ?? 'all',
    shards,
    env: readEnv(values.env ?? []),
    sheet: values,
    includeTags: listOf(values['include-tags']),
    excludeTags: listOf(values['exclude-tags']),
    format,
    output: output === undefined ? null : resolve(here, output),
    folder: resolve(here, folder ?? `${resultsFolder}/${started}-${randomUUID().slice(0, 8)}`),
    isOwnFolder: folder === undefined,
    retries: wholeNumber('retries', values.retries, 0, mostRetries) ?? 0,
    timeoutMs: timeoutMsOf(timeout ?? usualTimeoutS),
    maxActions: wholeNumber('max-actions', values['max-actions']),
    isDryRun: values['dry-run'] === true,
  }
}

function readEnv(given: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    given.map((each) => {
      const [, name, value] = /^([A-Za-z_]\w*)=([^]*)$/.exec(each) ?? []
      if (name === undefined || value === undefined)
        throw new UsageError(`--env takes NAME=VALUE, not ${each.slice(0, 40)}`)
      return [name, value]
    }),
  )
}
