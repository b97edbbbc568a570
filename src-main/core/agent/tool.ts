// What a tool is. Each stands in one file; `tools.ts` lists them.
import type { z } from 'zod'
import type { Grant, ProgramTool } from '../../../src-shared/features/programs-state'
import type { FlowPhone } from '../flows/on-phone/flow-phone'
import type { ScreenViews } from './screen-views'
import type { Caller, ToolFleet } from './tool-fleet'

/** A phone, as answers name it. */
export interface NamedPhone {
  id: string
  name: string
}

/** What a tool answers. */
export interface ToolAnswer {
  /** For reading: texts of screens stand in it between marks. */
  text: string
  /** The same as data. */
  data: Record<string, unknown>
  /** A JPEG. */
  picture?: Buffer
}

/** One call of a tool. */
export interface ToolCall {
  readonly tool: ProgramTool
  readonly fleet: ToolFleet
  readonly grant: Grant
  readonly caller: Caller
  /** The pixels that the program means, by phone. */
  readonly views: ScreenViews
  readonly stop: AbortSignal
  /** Finds a phone of the grant by its id, or by a name that only one has. @throws ToolRefused */
  phone(named: string): FlowPhone
  /** The ids of all phones of the grant, in the order of the list. */
  readonly publicIds: readonly string[]
  /** @throws ToolRefused when the grant has no action left, or does not let the call act */
  mayAct(): void
  /** Takes one action of the grant, which has it again when the call ends before it `acts`. @throws as `mayAct` */
  reserve(): void
  /** Takes one action of the grant for good, of several that the call does. @throws as `mayAct` */
  spend(): void
  /** Says that the call changes something from here on. */
  acts(): void
  /** Says that what it was about to change has not gone out. */
  hasNotActed(): void
}

/** Names a phone as it is called now: the call may have renamed it. */
export const named = ({ fleet }: Pick<ToolCall, 'fleet'>, { publicId }: FlowPhone): NamedPhone => ({
  id: publicId,
  name: fleet.fleet().nameOf(publicId),
})

/** A tool for programs and agents. */
export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly title: string
  /** For the program: what it does and what it answers. */
  readonly about: string
  readonly input: Input
  /** Whether it may end or overwrite something. */
  readonly isDestructive: boolean
  /** Whether a second call changes nothing more. */
  readonly isIdempotent: boolean
  /**
   * @throws ToolRefused, FaultError, or another reason that `refusalOf` can say
   */
  run(input: z.output<Input>, call: ToolCall): Promise<ToolAnswer>
}

/** What a tool is unless it says otherwise: it changes nothing that was there. */
const plain = { isDestructive: false, isIdempotent: false }

/** Makes a tool. */
export const tool = <Input extends z.ZodObject>(
  parts: Pick<Tool<Input>, 'title' | 'about' | 'input' | 'run'> &
    Partial<Pick<Tool<Input>, 'isDestructive' | 'isIdempotent'>>,
): Tool<Input> => ({ ...plain, ...parts })
