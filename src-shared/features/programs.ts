import { z } from 'zod'
import { mostGrants, programToolNames, type Grant, type ProgramsState } from './programs-state'

// The ids of a thousand phones.
const longestSelector = 50_000

/** A grant, as it is given. */
export const grantSchema = z.strictObject({
  name: z.string().trim().min(1).max(60),
  phones: z.string().trim().min(1).max(longestSelector),
  readOnly: z.boolean(),
  tools: z.array(z.enum(programToolNames)).max(programToolNames.length).nullable(),
  actionsPerHour: z.int().min(0).max(1_000_000).nullable(),
  until: z.int().min(0).max(8.64e15).nullable(),
  folders: z.array(z.string().min(1).max(4000)).max(50),
  mayInterrupt: z.boolean(),
}) satisfies z.ZodType<Grant>

const grantName = z.string().min(1).max(60)

export const calls = {
  /** Returns the grants, by name. */
  'programs.grants': z.strictObject({}),
  /** Gives a grant, in place of one of the same name, whose token ends. Returns the token, which nothing shows again. */
  'programs.grant': z.strictObject({ grant: grantSchema }),
  /** Ends grants, and the calls of their programs. */
  'programs.revoke': z.strictObject({ names: z.array(grantName).max(mostGrants) }),
  /** Opens the door for programs, or closes it. */
  'programs.open': z.strictObject({ isOpen: z.boolean() }),
  /** Ends all calls of programs, and closes the door. */
  'programs.stop': z.strictObject({}),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'programs.grants': { grants: readonly Grant[] }
  /** With the words that connect the program. */
  'programs.grant': { token: string; command: readonly string[] }
}

interface State {
  programs: ProgramsState
}

type Event =
  /** The door was opened or closed, a program came or went, or one acts on other phones. */
  { type: 'programs'; programs: ProgramsState }

/** All that crosses the bridge about programs and agents. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
