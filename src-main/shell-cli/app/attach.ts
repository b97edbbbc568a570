import { parseArgs } from 'node:util'
import { resolve } from 'node:path'
import { FaultError } from '../../../src-shared/protocol/fault'
import { ownFolder } from '../../core/disk/paths'
import type { Command } from '../../core/base/start-arguments'
import { connectToApp, type AppConnection } from './app-connection'
import { exits, type Terminal } from '../terminal/terminal'

/** Commands that need no fleet, or speak with the app in their own way. */
const neverAttach: readonly Command[] = ['check', 'simulator', 'mcp', 'call', 'events', 'grant', 'grants']

/** Whether the running app can do a command. */
export const attaches = (command: Command): boolean => !neverAttach.includes(command)
const namesOfFleets = ['FLEETWALL_BASE_URL', 'FLEETWALL_API_KEY', 'FLEETWALL_API_KEY_FILE'] as const

/** Whether the environment names a fleet. */
export const namesFleet = ({ environment }: Pick<Terminal, 'environment'>): boolean =>
  namesOfFleets.some((name) => (environment[name] ?? '') !== '')

/** Returns where the app keeps its files that a command is for. @param given by --user-data-dir */
export const appFolder = (given: string | undefined, { environment, folder }: Terminal): string =>
  given === undefined ? ownFolder(environment, process.platform) : resolve(folder, given)

/**
 * Has the running app do a command, unless the command names a fleet of its own or is to work alone.
 * @param args of the command, without its name
 * @returns the exit code; null when the command has to be done here
 */
export async function runInApp(
  command: Command,
  args: readonly string[],
  terminal: Terminal,
): Promise<number | null> {
  if (terminal.running || !attaches(command)) return null
  if (namesFleet(terminal)) return null
  const { values } = parseArgs({
    args: [...args],
    strict: false,
    options: {
      fleet: { type: 'string' },
      simulated: { type: 'string' },
      alone: { type: 'boolean' },
      'user-data-dir': { type: 'string' },
    },
  })
  if (values.fleet !== undefined || values.simulated !== undefined || values.alone !== undefined) return null
  const given = values['user-data-dir']
  const app = await connectToApp(appFolder(typeof given === 'string' ? given : undefined, terminal))
  if (!app) return null
  try {
    return await runThere(app, [command, ...args], terminal)
  } finally {
    app.close()
  }
}

async function runThere(app: AppConnection, args: readonly string[], terminal: Terminal): Promise<number> {
  const { folder, isColourful } = terminal
  const run = app.call('terminal.run', { args, folder, isColourful })
  app.onEvent((event) => {
    if (event.type !== 'output' || event.call !== run.id) return
    if (event.to === 'out') terminal.print(event.text)
    else terminal.complain(event.text.trimEnd(), false)
  })
  const off = terminal.onStop(() => app.tell('terminal.stop', { call: run.id }))
  try {
    const { exit } = (await run.answer) as { exit: number }
    return exit
  } catch (thrown) {
    if (!(thrown instanceof FaultError) || thrown.fault.kind !== 'cancelled') throw thrown
    terminal.complain('Fleetwall was closed, or has stopped all programs.')
    return exits.unreachable
  } finally {
    off()
  }
}
