import { app as electron } from 'electron'
import type { StartPictureProcess } from '../core/pictures/picture-process'
import type { SimulatorProcess } from '../core/saved-fleets/simulator-host'
import { electronPictures } from './picture-process'
import { spawnSimulator } from './simulator-process'

/** The command line, a program of its own beside this one: the shells never import each other. */
interface CommandLine {
  main(
    args: readonly string[],
    own: {
      spawnSimulator: (args: readonly string[]) => SimulatorProcess
      startPictures: StartPictureProcess
    },
  ): Promise<number>
}

/** Runs a command for a terminal, without a window, and ends the program. */
export async function runAtTerminal(args: readonly string[]): Promise<void> {
  const { href } = new URL('./cli.js', import.meta.url)
  const { main } = (await import(/* @vite-ignore */ href)) as CommandLine
  // Only a program that is ready starts other processes.
  if (
    args.some((arg) => arg.startsWith('--simulated')) ||
    ['simulator', 'test', 'mcp'].includes(args[0] ?? '')
  )
    await electron.whenReady()
  electron.exit(await main(args, { spawnSimulator, startPictures: electronPictures('normal') }))
}
