import { endOutput } from '../core/base/output'
import { commandLine } from './command-line'
import { nodeTerminal } from './node-terminal'
import type { Terminal } from './terminal'

/**
 * Runs the command line in this process.
 * @param args without the program's name
 * @param own what the process does in its own way
 * @returns the exit code
 */
export async function main(args: readonly string[], own: Partial<Terminal> = {}): Promise<number> {
  const terminal = { ...nodeTerminal(), ...own }
  try {
    return await endOutput(await commandLine(args, terminal))
  } catch (error) {
    const whole = error instanceof Error ? (error.stack ?? error.message) : String(error)
    for (const [index, line] of whole.split('\n').entries()) terminal.complain(line, index === 0)
    return endOutput(1)
  }
}
