import type { CommandFleet } from '../../core/door/run-command'
import type { StartPictureProcess } from '../../core/pictures/picture-process'
import type { SimulatorProcess } from '../../core/saved-fleets/simulator-host'

/** What the process ends with. */
export const exits = { passed: 0, failed: 1, usage: 2, unreachable: 3, limit: 4, stopped: 130 } as const

/** The terminal, or what stands in for it. */
export interface Terminal {
  environment: NodeJS.ProcessEnv
  /** Where the user is; absolute. */
  folder: string
  /** Whether standard output is a terminal that shows colours. */
  isColourful: boolean
  /** Writes to standard output as it stands: what others gave has to be made `plain` before. */
  print(text: string): void
  /** Writes a line to standard error, made `plain`. @param isNamed whether it begins with the program's name */
  complain(line: string, isNamed?: boolean): void
  /** Starts the simulator with these arguments, in a process that Ctrl+C does not reach. */
  spawnSimulator(args: readonly string[]): SimulatorProcess
  /** Starts what looks at pictures: as quick as other programs, because nothing else of this one wants the processor. */
  startPictures: StartPictureProcess
  /** The fleet of the app that runs the command; left out in a process of the command's own. */
  running?: CommandFleet
  /** Calls when the user or the system stops the program. @returns ends that */
  onStop(listener: () => void): () => void
}

const colours = { good: '32', bad: '31', dim: '2', warn: '33' } as const

/** Colours a text where the terminal shows colours. */
export const paint = ({ isColourful }: Terminal, colour: keyof typeof colours, text: string): string =>
  isColourful ? `\u001b[${colours[colour]}m${text}\u001b[0m` : text

/** Returns a text of the service or a screen without control and direction characters, which would steer the terminal. */
export const plain = (text: string) => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
