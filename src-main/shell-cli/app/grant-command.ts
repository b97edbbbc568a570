import { join, resolve } from 'node:path'
import { grantSchema } from '../../../src-shared/features/programs'
import { programToolNames, type Grant, type ProgramTool } from '../../../src-shared/features/programs-state'
import { selectorParts } from '../../../src-shared/protocol/phone-selector'
import { inSentences, sayIssue } from '../../core/base/say-issue'
import { UsageError } from '../../core/base/start-arguments'
import { toJsonLine } from '../../core/disk/json-line'
import { openGrants, type Grants } from '../../core/door/grants/grants'
import { sayFault } from '../../core/flows/on-phone/say-fault'
import { systemClock } from '../../core/time/clock'
import { listOf, readArguments, wholeNumber } from '../terminal/arguments'
import { appFolder } from './attach'
import { appOptions } from './call-command'
import { exits, plain, type Terminal } from '../terminal/terminal'

/** `fleetwall grant`: lets a program use phones, and prints its token. */
export async function grant(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...appOptions,
    phones: { type: 'string' },
    tools: { type: 'string' },
    'read-only': { type: 'boolean' },
    'actions-per-hour': { type: 'string' },
    until: { type: 'string' },
    folder: { type: 'string', multiple: true },
    'may-interrupt': { type: 'boolean' },
  })
  const [name] = positionals
  if (name === undefined || name.trim() === '' || positionals.length > 1)
    throw new UsageError('grant takes one name')
  const { success, data, error } = grantSchema.safeParse(
    {
      name,
      phones: phonesOf(values.phones ?? 'all'),
      readOnly: values['read-only'] ?? false,
      tools: values.tools === undefined ? null : toolsOf(values.tools),
      actionsPerHour: wholeNumber('actions-per-hour', values['actions-per-hour'], 0, 1_000_000),
      until: values.until === undefined ? null : timeOf(values.until),
      folders: (values.folder ?? []).map((folder) => resolve(terminal.folder, folder)),
      mayInterrupt: values['may-interrupt'] ?? false,
    } satisfies Grant,
    inSentences,
  )
  if (!success) throw new UsageError(`this is no grant: ${sayIssue(error)}`)
  const kept = grantsOf(values['user-data-dir'], terminal)
  const isKnown = kept.all().some((each) => each.name === data.name)
  terminal.print(`${kept.give(data)}\n`)
  if (isKnown) terminal.complain(`the grant ${data.name} of before has ended, with its token`)
  return Promise.resolve(exits.passed)
}

/** `fleetwall grants`: lists what programs may do, or ends some of it. */
export async function grants(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...appOptions,
    json: { type: 'boolean' },
    revoke: { type: 'string', multiple: true },
  })
  if (positionals.length > 0) throw new UsageError(`grants takes no ${positionals[0] ?? ''}`)
  const kept = grantsOf(values['user-data-dir'], terminal)
  if (values.revoke) {
    const ended = kept.revoke(values.revoke)
    const missing = values.revoke.filter((name) => !ended.includes(name))
    if (missing.length > 0) throw new UsageError(`there is no grant ${missing.map(plain).join(', ')}`)
    return exits.passed
  }
  const all = kept.all()
  if (all.length === 0) terminal.complain('there are no grants')
  terminal.print(all.map(values.json === true ? jsonLine : line).join(''))
  return Promise.resolve(exits.passed)
}

const grantsOf = (given: string | undefined, terminal: Terminal): Grants =>
  openGrants({
    clock: systemClock,
    path: join(appFolder(given, terminal), 'grants.json'),
    report: (fault) => terminal.complain(sayFault(fault)),
  })

function phonesOf(selector: string): string {
  if (selectorParts(selector).some((part) => part === '' || part.startsWith('state=')))
    throw new UsageError('--phones takes all, ids or names, or label=NAME')
  return selector
}

function toolsOf(text: string): ProgramTool[] {
  return listOf([text]).map((wanted) => {
    const tool = programToolNames.find((name) => name === wanted)
    if (!tool)
      throw new UsageError(
        `there is no tool ${wanted.slice(0, 60)}: there are ${programToolNames.join(', ')}`,
      )
    return tool
  })
}

function timeOf(text: string): number {
  const at = Date.parse(text)
  if (!/^\d{4}-\d{2}-\d{2}/.test(text) || Number.isNaN(at))
    throw new UsageError(`--until takes a time such as 2030-01-31T18:00:00Z, not ${text.slice(0, 40)}`)
  if (at <= systemClock.now()) throw new UsageError('--until takes a time that is still to come')
  return at
}

const untilOf = ({ until }: Grant) => (until === null ? null : new Date(until).toISOString())

const jsonLine = (grant: Grant) => toJsonLine({ ...grant, until: untilOf(grant) })

/** Returns a grant as a line: its name, its phones and its bounds. */
function line(grant: Grant): string {
  const { name, phones, readOnly, tools, actionsPerHour, folders, mayInterrupt } = grant
  const until = untilOf(grant)
  const bounds = [
    ...(readOnly ? ['read-only'] : []),
    ...(tools ? [tools.join(',')] : []),
    ...(actionsPerHour === null ? [] : [`${actionsPerHour} actions an hour`]),
    ...(until === null ? [] : [`until ${until}`]),
    ...folders,
    ...(mayInterrupt ? ['may interrupt'] : []),
  ]
  return `${[name, phones, bounds.join('; ')].map(plain).join('\t').trimEnd()}\n`
}
