// What a command is. Each stands in one file with its options, its cost and what it does on a phone; `commands` lists them.
import { z } from 'zod'
import type { Vocabulary } from '../../../../src-shared/protocol/vocabulary'
import { noCost } from '../language/cost'
import type { Cost, FlowBody, FlowFolder, Step } from '../language/flow'
import type { PressWords } from '../language/presses'
import { common } from '../language/selectors'
import type { Template } from '../language/template'
import type { StepContext } from './step-context'

/** The parts of the vocabulary that flows name. */
export type FlowWords = PressWords & Pick<Vocabulary, 'automationLaunch'>

/** What a step is made of beside its options. */
export interface Surroundings extends FlowFolder {
  readonly words: FlowWords
  /** The header's `appId`. */
  readonly appId: Template | null
  /** Reads the commands that stand below a key of this command. */
  nested(key: string): readonly Step[]
  /** Reads another file; null when it has mistakes. Throws a FlowError when there is none that can run here. */
  include(path: string): { readonly file: string; readonly body: FlowBody } | null
}

/** What is the command's own. `Own` is what of a step is its own. */
interface Parts<Options, Own> {
  /** Makes a step of its options. Throws a FlowError for what no schema can know: keys, paths, apps. */
  build(options: Options, around: Surroundings): Own
  /** What it uses at least when it passes; left out: nothing. */
  cost?(step: Own): Cost
  /**
   * Does it on a phone.
   * @returns false when its condition does not hold
   * @throws StepFailure, FlowError, FaultError, LimitReached, or the reason of the case's end
   */
  run(step: Own, context: StepContext): Promise<unknown>
}

/** A command, as the list knows it. */
export interface Command<
  Options extends z.ZodObject = z.ZodObject,
  Own extends object = object,
> extends Required<Parts<z.output<Options>, Own>> {
  readonly schema: Options
  /** The option that a plain value stands for. */
  readonly short: string | null
  /** The command can stand alone, as in `- scroll`. */
  readonly bare: boolean
}

/** @param about for the reference */
export function command<Options extends z.ZodObject, Own extends object>(
  about: string,
  { schema, short, bare = false }: { schema: Options; short: string | null; bare?: boolean },
  parts: Parts<z.output<Options>, Own>,
): Command<Options, Own> {
  return { cost: () => noCost, ...parts, schema: schema.describe(about), short, bare }
}

/** The options of a command that has none of its own, and stands alone. */
export const alone = { schema: z.strictObject(common), short: null, bare: true }
