import { z } from 'zod'
import { costOf, known, bodyCost, noCost, times } from '../language/cost'
import { fillNumber } from '../language/evaluate'
import { commands, count, env, word } from '../language/fields'
import type { Env, FlowBody } from '../language/flow'
import { inOption } from '../language/flow-error'
import { common, condition, conditionIn } from '../language/selectors'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { command, type Surroundings } from './command'
import { holds } from './judging'
import { CaseFailed } from './step-context'

// A loop that waits for something that never comes ends, whatever its flow says.
const mostRounds = 10_000

const noEnv: Env = {}
const inline = (steps: FlowBody['steps']): FlowBody => ({
  env: noEnv,
  onFlowStart: [],
  onFlowComplete: [],
  steps,
})
const unreadable = inline([])

interface Inner {
  readonly file?: string | undefined
  readonly commands?: readonly unknown[] | undefined
}

const hasOne = (given: Inner) => (given.commands === undefined) !== (given.file === undefined)

/** What runs inside of the command. `file` as in `Place`; null for commands that stand in the flow itself. */
function bodyOf(
  given: Inner,
  around: Surroundings,
): { readonly file: string | null; readonly body: FlowBody } {
  const { file } = given
  if (file === undefined || given.commands !== undefined)
    return { file: null, body: inline(around.nested('commands')) }
  return inOption('file', () => around.include(file)) ?? { file, body: unreadable }
}

export const repeat = command(
  'Repeats commands.',
  {
    schema: z
      .strictObject({
        times: count(10_000).optional(),
        while: condition.optional(),
        commands,
        ...common,
      })
      .refine((given) => given.times !== undefined || given.while !== undefined, 'times or while is needed'),
    short: null,
  },
  {
    build: ({ times: rounds, ...options }, around) => ({
      /** Null: until `while` no longer holds. */
      times: rounds ?? null,
      while: conditionIn('while', options, around),
      steps: around.nested('commands'),
    }),
    cost: (step) =>
      step.times === null || step.while !== null ? noCost : times(costOf(step.steps), known(step.times)),
    async run(step, context) {
      const { inner, names } = context
      const most = step.times === null ? mostRounds : fillNumber(step.times, names)
      for (let round = 0; round < most; round += 1) {
        if (step.while && !(await holds(step.while, context))) return
        await inner.mayGoOn()
        await inner.steps(step.steps)
      }
      if (step.times === null) throw new StepFailure(reasons.stillHolds({ rounds: `${mostRounds}` }))
    },
  },
)

export const retry = command(
  'Tries commands again when one of them fails.',
  {
    schema: z
      .strictObject({
        maxRetries: count(3).optional().describe('0 to 3. 1 by default.'),
        commands: commands.optional(),
        file: word.optional(),
        ...common,
      })
      .refine(hasOne, 'either commands or file is needed'),
    short: null,
  },
  {
    build: ({ maxRetries, ...options }, around) => ({
      /** Tries after the first one. */
      maxRetries: maxRetries ?? 1,
      body: bodyOf(options, around).body,
    }),
    cost: ({ body }) => bodyCost(body),
    async run({ maxRetries, body }, { inner, names }) {
      const most = fillNumber(maxRetries, names)
      for (let retried = 0; ; retried += 1) {
        try {
          return await inner.body(body, noEnv)
        } catch (thrown) {
          if (!(thrown instanceof CaseFailed) || retried >= most) throw thrown
        }
      }
    },
  },
)

export const runFlow = command(
  'Runs another flow, or commands under a condition.',
  {
    schema: z
      .strictObject({
        file: word.optional(),
        commands: commands.optional(),
        when: condition.optional(),
        env: env.optional(),
        ...common,
      })
      .refine(hasOne, 'either commands or file is needed'),
    short: 'file',
  },
  {
    build: ({ env: given, ...options }, around) => ({
      ...bodyOf(options, around),
      when: conditionIn('when', options, around),
      /** Wins over the env of `body`. */
      env: given ?? noEnv,
    }),
    cost: ({ when, body }) => (when === null ? bodyCost(body) : noCost),
    async run(step, context) {
      if (step.when && !(await holds(step.when, context))) return false
      return context.inner.body(step.body, step.env)
    },
  },
)
