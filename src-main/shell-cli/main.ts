import { endOutput } from '../core/base/output'
import { commandLine } from './command-line'
import { nodeTerminal } from './terminal/node-terminal'
import { surely } from './run-command'
import type { Terminal } from './terminal/terminal'

// The app runs a command for a terminal by it.
export { runCommand } from './run-command'

/**
 * Runs the command line in this process.
 * @param args without the program's name
 * @param own what the process does in its own way
 * @returns the exit code
 */
export async function main(args: readonly string[], own: Partial<Terminal> = {}): Promise<number> {
  const terminal = { ...nodeTerminal(), ...own }
  return endOutput(await surely(() => commandLine(args, terminal), terminal))
}
