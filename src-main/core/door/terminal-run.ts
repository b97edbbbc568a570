import { isAbsolute } from 'node:path'
import { z } from 'zod'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Caller } from '../agent/tool-fleet'
import type { DoorWindow } from './door-window'
import { notedGuard } from './noted-guard'
import type { CommandFleet, RunCommand } from './run-command'

/** As a shell's: what a command ends with that was stopped. */
const stoppedExit = 130

/** A command line of `shell-cli`, and the terminal that it is for. */
export const terminalRunSchema = z.strictObject({
  args: z.array(z.string()).min(1).max(10_000),
  folder: z.string().max(4000).refine(isAbsolute, 'not absolute'),
  isColourful: z.boolean(),
})

export interface TerminalRunOptions {
  window: DoorWindow
  who: Caller
  runCommand: () => Promise<RunCommand>
  write(to: 'out' | 'err', text: string): void
}

/** A command that the app runs for a terminal. */
export interface TerminalRun {
  /** Resolves with its exit code. */
  readonly exit: Promise<number>
  /** As Ctrl+C: the first ends what has not begun, the second all. */
  stop(): void
}

/** Runs a command line on the window's fleet, as the user's own hand. */
export function runForTerminal(
  { args, folder, isColourful }: z.infer<typeof terminalRunSchema>,
  { window, who, runCommand, write }: TerminalRunOptions,
): TerminalRun {
  const listeners = new Set<() => void>()
  const ended = new AbortController()
  const stopped = new Promise<number>((resolve) =>
    ended.signal.addEventListener('abort', () => resolve(stoppedExit), { once: true }),
  )
  const { fleet } = window
  const guard = notedGuard(window, who, { by: 'fleetwall', tool: args[0] ?? '' }, ended.signal)
  const running: CommandFleet = {
    words: fleet.words,
    policy: fleet.policy,
    pictures: fleet.pictures,
    get isPaused() {
      return window.isPaused()
    },
    open: () => fleet.open(guard, ended.signal),
    share: () => window.flows.share(),
  }
  const place = {
    ...{ folder, isColourful, running, write },
    onStop(listener: () => void) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
  const work = async () => {
    const run = await runCommand()
    return run(args, place)
  }
  return {
    exit: Promise.race([work(), stopped]),
    stop() {
      // As a process that has not come to hear of it, it then just ends.
      if (listeners.size === 0) ended.abort(new FaultError({ kind: 'cancelled' }))
      for (const each of [...listeners]) each()
    },
  }
}
