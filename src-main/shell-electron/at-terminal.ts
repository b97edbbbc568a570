import { fileURLToPath } from 'node:url'
import { app as electron } from 'electron'
import type { SimulatorProcess } from '../core/fleets/simulator-host'
import { spawnSimulator } from './simulator-process'

/** The command line, a program of its own beside this one: the shells never import each other. */
interface CommandLine {
  main(
    args: readonly string[],
    own: { spawnSimulator: (args: readonly string[]) => SimulatorProcess },
  ): Promise<number>
}

/** Runs a command for a terminal, without a window, and ends the program, which must be ready: it starts other processes. */
export async function runAtTerminal(args: readonly string[]): Promise<void> {
  const path = new URL('./cli.js', import.meta.url)
  const { main } = (await import(fileURLToPath(path))) as CommandLine
  electron.exit(await main(args, { spawnSimulator }))
}
