import { inSentences, sayIssue } from '../../core/base/say-issue'
import { UsageError } from '../../core/base/start-arguments'
import { openCall, openCalls } from '../../core/door/open-calls'
import { connectToApp, type AppConnection } from './app-connection'
import { readArguments } from '../terminal/arguments'
import { appFolder } from './attach'
import { exits, type Terminal } from '../terminal/terminal'

/** The option that names an app. */
export const appOptions = { 'user-data-dir': { type: 'string' } } as const

/** They need a connection that stays. */
const lasting: ReadonlySet<string> = new Set(['events.subscribe', 'terminal.run', 'grant.use'])
/** What needs no grant, and ends with its answer. */
const names = Object.keys(openCalls).filter((name) => openCalls[name]?.by === 'user' && !lasting.has(name))

/** `fleetwall call`: calls the running app, and prints its answer as a line of JSON. */
export async function call(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, appOptions)
  const [name, json = '{}'] = positionals
  if (name === undefined) {
    terminal.print(names.map((each) => `${each}\n`).join(''))
    return exits.passed
  }
  if (positionals.length > 2) throw new UsageError('call takes a name and JSON; quote the JSON')
  const known = names.includes(name) ? openCall(name) : null
  if (!known) throw new UsageError(`there is no call ${name.slice(0, 60)}: there are ${names.join(', ')}`)
  const params = parsed(json)
  const { error } = known.schema.safeParse(params, inSentences)
  if (error) throw new UsageError(`${name} does not take this: ${sayIssue(error)}`)
  const app = await appOrThrow(values, terminal)
  try {
    terminal.print(`${JSON.stringify(await app.call(name, params).answer)}\n`)
    return exits.passed
  } finally {
    app.close()
  }
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    throw new UsageError(`this is not JSON: ${json.slice(0, 60)}`)
  }
}

/** Connects to the running app. @throws UsageError when none is open for programs */
export async function appOrThrow(
  given: { 'user-data-dir'?: string | undefined },
  terminal: Terminal,
): Promise<AppConnection> {
  const app = await connectToApp(appFolder(given['user-data-dir'], terminal))
  if (app) return app
  throw new UsageError(
    'no Fleetwall runs that lets programs connect: switch that on in its settings, or start it with --door',
  )
}
