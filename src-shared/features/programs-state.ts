/** The tools that programs have, by what they do: `reads` changes nothing. */
export const programTools = {
  list_phones: 'reads',
  see: 'reads',
  wait_for: 'reads',
  activity: 'reads',
  tap: 'acts',
  swipe: 'acts',
  type: 'acts',
  press: 'acts',
  open: 'acts',
  upload: 'acts',
  run_flow: 'acts',
  jobs: 'acts',
  edit_phone: 'acts',
} as const satisfies Record<string, 'reads' | 'acts'>
export type ProgramTool = keyof typeof programTools
export const programToolNames = Object.keys(programTools) as ProgramTool[]

/** Whether a program that may only look has a tool; of `jobs` it has the list and results. */
export const isForLooking = (tool: ProgramTool) => programTools[tool] === 'reads' || tool === 'jobs'

/** What a program may do, by name. Its token is kept only as a hash. */
export interface Grant {
  name: string
  /** A selector of phones, as `isChosen` reads it: `all`, or ids, names and `label=NAME` with commas. */
  phones: string
  /** Whether the program may only look. */
  readOnly: boolean
  /** Null for all tools. */
  tools: readonly ProgramTool[] | null
  /** The most calls that act within an hour; null for no limit. */
  actionsPerHour: number | null
  /** When it ends, in ms since the epoch; null for never. */
  until: number | null
  /** The folders whose files may be uploaded, and whose flows may run; absolute. */
  folders: readonly string[]
  /** Whether what a person would be asked is done, such as interrupting a job. */
  mayInterrupt: boolean
}

/** The span that the actions of a grant are counted over, in ms. */
export const grantHourMs = 3_600_000

/** How many grants are kept. */
export const mostGrants = 100

/** A program that is connected to the door. */
export interface AttachedProgram {
  /** Unique among the programs of this run. */
  id: string
  /** Of its grant; of the command for the user's own terminal. */
  name: string
  /** In ms since the epoch. */
  since: number
}

/** A program that acts on a phone, or did a few seconds ago. */
export interface ProgramHold {
  publicId: string
  /** As `AttachedProgram.name`. */
  name: string
}

/** The door for programs and agents. */
export interface ProgramsState {
  isOpen: boolean
  /** Whether the administrator forbids it. */
  isForbidden: boolean
  /** Where programs connect: a socket's path or a pipe's name; null while the door is closed. */
  address: string | null
  attached: readonly AttachedProgram[]
  holds: readonly ProgramHold[]
}

export const noPrograms: ProgramsState = {
  isOpen: false,
  isForbidden: false,
  address: null,
  attached: [],
  holds: [],
}
