import type { OpenFlowFleet } from '../flows/in-fleet/flow-fleet'
import type { WindowFlows } from '../flows/in-fleet/window-flows'
import type { RunningFleet } from '../flows/in-fleet/window-fleet'

/** The open fleet, for one command. */
export interface CommandFleet extends Pick<RunningFleet, 'words' | 'policy' | 'pictures'> {
  /** Whether the person has paused all phones, so that none comes live. */
  readonly isPaused: boolean
  /** @throws FaultError */
  open(): Promise<OpenFlowFleet>
  /** Has a run of flows share phones and budgets with the window's, until `end`. */
  share: WindowFlows['share']
}

/** What a command has that the app runs for a terminal. */
export interface CommandPlace {
  /** Where the user is; absolute. */
  folder: string
  isColourful: boolean
  running: CommandFleet
  write(to: 'out' | 'err', text: string): void
  /** Calls when the user stops the command. @returns ends that */
  onStop(listener: () => void): () => void
}

/** Runs a command of `shell-cli`. @param args without the program's name @returns its exit code */
export type RunCommand = (args: readonly string[], place: CommandPlace) => Promise<number>

interface CommandLineFile {
  runCommand: RunCommand
}

/**
 * Loads the command line of a built program: a file of its own beside this one, because the core imports no shell, and because
 * the start needs none of it.
 */
export async function loadRunCommand(): Promise<RunCommand> {
  const { href } = new URL('./cli.js', import.meta.url)
  const { runCommand } = (await import(/* @vite-ignore */ href)) as CommandLineFile
  return runCommand
}
