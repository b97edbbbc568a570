import type { OpenEvent } from '../core/door/open-events'
import { UsageError } from '../core/base/start-arguments'
import { readArguments } from './arguments'
import { appOptions, appOrThrow } from './call-command'
import { exits, plain, type Terminal } from './terminal'

/** `fleetwall events`: prints what the running app reports, a line an event, until it is stopped. */
export async function events(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, { ...appOptions, json: { type: 'boolean' } })
  if (positionals.length > 0) throw new UsageError(`events takes no ${positionals[0] ?? ''}`)
  const app = await appOrThrow(values, terminal)
  app.onEvent((event) => {
    if (event.type === 'output') return
    terminal.print(values.json === true ? `${JSON.stringify(event)}\n` : `${plain(lineOf(event))}\n`)
  })
  const stopped = new Promise<number>((resolve) => {
    const off = terminal.onStop(() => {
      off()
      resolve(exits.stopped)
    })
    app.onClose(() => {
      off()
      resolve(exits.unreachable)
    })
  })
  try {
    await app.call('events.subscribe', {}).answer
    const exit = await stopped
    if (exit === exits.unreachable) terminal.complain('Fleetwall was closed, or has stopped all programs.')
    return exit
  } finally {
    app.close()
  }
}

function lineOf(event: OpenEvent): string {
  switch (event.type) {
    case 'fleet':
      return `fleet ${event.fleet}`
    case 'phones':
      return `phones ${event.phones.length}`
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
    case 'activity':
      return 'activity'
  }
}
