import type { RunCommand } from '../core/door/run-command'
import { commandLine } from './command-line'
import { plain, type Terminal } from './terminal/terminal'

/** Runs a command in the app, on its fleet, for a terminal that is elsewhere. */
export const runCommand: RunCommand = (args, { write, ...place }) => {
  const terminal: Terminal = {
    ...place,
    // The app's own names fleets that are not the user's choice here.
    environment: {},
    print: (text) => write('out', text),
    complain: (line, isNamed = true) => write('err', `${isNamed ? 'fleetwall: ' : ''}${plain(line)}\n`),
    spawnSimulator: () => refuse('simulator'),
    startPictures: () => refuse('pictures'),
  }
  return surely(() => commandLine(args, terminal), terminal)
}

/** The app has its own of what a command would start. */
function refuse(what: string): never {
  throw new Error(`a command in the app starts no ${what}`)
}

/** Does a command whose unexpected error is complained about. @returns its exit code, 1 after such an error */
export async function surely(
  work: () => Promise<number>,
  { complain }: Pick<Terminal, 'complain'>,
): Promise<number> {
  try {
    return await work()
  } catch (error) {
    const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
    for (const [index, line] of whole.split('\n').entries()) complain(line, index === 0)
    return 1
  }
}
