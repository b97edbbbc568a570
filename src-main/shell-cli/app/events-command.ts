import type { ActivityEntry, ActivityPart } from '../../../src-shared/features/activity'
import { sayFault } from '../../core/flows/on-phone/say-fault'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { AppConnection } from './app-connection'
import type { OpenEvent } from '../../core/door/open-events'
import { UsageError } from '../../core/base/start-arguments'
import { readArguments } from '../terminal/arguments'
import { appOptions, appOrThrow } from './call-command'
import { exits, plain, type Terminal } from '../terminal/terminal'

/** `fleetwall events`: prints what the running app reports, a line an event, until it is stopped. */
export async function events(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, { ...appOptions, json: { type: 'boolean' } })
  if (positionals.length > 0) throw new UsageError(`events takes no ${positionals[0] ?? ''}`)
  const app = await appOrThrow(values, terminal)
  const print = (line: string) => terminal.print(`${line}\n`)
  const activity = followActivity(app, (entry) => print(plain(lineOfEntry(entry))))
  app.onEvent((event) => {
    if (event.type === 'output') return
    if (values.json === true) print(JSON.stringify(event))
    else if (event.type === 'activity') activity.read()
    else print(plain(lineOf(event)))
  })
  const stopped = new Promise<number>((resolve, reject) => {
    const off = terminal.onStop(() => {
      off()
      resolve(exits.stopped)
    })
    app.onClose((why) => {
      off()
      if (why.kind === 'cancelled') resolve(exits.unreachable)
      else reject(new FaultError(why))
    })
  })
  try {
    if (values.json !== true) activity.read()
    await app.call('events.subscribe', {}).answer
    const exit = await stopped
    if (exit === exits.unreachable) terminal.complain('Fleetwall was closed, or has stopped all programs.')
    return exit
  } finally {
    app.close()
  }
}

/** Reads the entries of the activity log that were not there at the first reading, the oldest first. */
function followActivity(app: AppConnection, onEntry: (entry: ActivityEntry) => void): { read: () => void } {
  let known: ReadonlySet<string> | null = null
  // Looks that go on counting are no news.
  const keyOf = (entry: ActivityEntry) => JSON.stringify({ ...entry, times: undefined })
  const take = ({ entries }: ActivityPart) => {
    const before = known
    known = new Set(entries.map(keyOf))
    if (before) for (const entry of entries.toReversed()) if (!before.has(keyOf(entry))) onEntry(entry)
  }
  return {
    // The answers come in the order of the calls. One that fails belongs to a connection that ends.
    read: () =>
      void app.call('activity.list', {}).answer.then(
        (answer) => take(answer as ActivityPart),
        () => undefined,
      ),
  }
}

/** Says what happened to which phone, and by which program: `Aster 01: tap done (night-watch)`. */
function lineOfEntry({ phone, fleet, what, about, outcome, fault, by }: ActivityEntry): string {
  const parts = [what === 'program' ? '' : what, about, outcome].filter((part) => part !== '')
  const why = fault ? `: ${sayFault(fault)}` : ''
  return `${phone === '' ? fleet : phone}: ${parts.join(' ')}${by === undefined ? '' : ` (${by})`}${why}`
}

function lineOf(event: Exclude<OpenEvent, { type: 'activity' }>): string {
  switch (event.type) {
    case 'fleet':
      return `fleet ${event.fleet}`
    case 'phones':
      return `${event.phones.length} phones`
    case 'phone':
      return `${event.phone.name}: ${event.state}`
    case 'usage': {
      const { actions, uploads, active_minutes: minutes } = event.usage
      return `left today: ${actions.remaining} actions, ${uploads.remaining} uploads, ${minutes.remaining} minutes`
    }
    case 'jobs':
      return `${event.phone.name}: ${event.jobs?.length ?? 0} jobs`
    case 'upload':
      return `${event.phone.name}: ${event.file} ${event.state}`
    case 'flows':
      return `flows ${event.flows.join(', ')}: ${event.cases.filter(({ verdict }) => verdict === 'passed').length} of ${event.cases.length} passed`
    case 'paused':
      return event.paused === null ? 'phones resumed' : `phones paused: ${event.paused}`
  }
}
