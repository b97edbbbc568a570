import { z } from 'zod'
import { automationKinds } from '../../../../src-shared/protocol/automation-kind'
import {
  readLaunchValue,
  type LaunchField,
  type LaunchFields,
  type LaunchValue,
} from '../../../../src-shared/protocol/launch-field'
import { takenBy } from '../../../../src-shared/texts/launch-takes'
import { ownValue } from '../../../../src-shared/protocol/own-value'
import { oneAction } from '../language/cost'
import { fill, fillNumber } from '../language/evaluate'
import { anyText, oneOf, text, timeout } from '../language/fields'
import { FlowError, inOption } from '../language/flow-error'
import { nearest } from '../language/problem'
import { plainText } from '../language/read-template'
import { common } from '../language/selectors'
import type { Template } from '../language/template'
import { reasons } from '../on-phone/reasons'
import { StepFailure } from '../on-phone/step-failure'
import { untilStanding } from '../on-phone/until-standing'
import { command } from './command'

const good: readonly string[] = ['completed']

export const launchAutomation = command(
  'Launches an automation of the service.',
  {
    schema: z.strictObject({
      kind: oneOf(...automationKinds).describe(automationKinds.join(', ')),
      account: text.optional(),
      fields: z
        .record(z.string(), anyText)
        .refine((fields) => Object.keys(fields).length > 0, 'no field is named')
        .optional()
        .describe('Further ones of the kind, as the vocabulary names them in automationLaunch.more.'),
      ...common,
    }),
    short: 'kind',
  },
  {
    build: ({ kind, account, fields = {} }, { words }) => ({
      kind,
      account: account ?? null,
      fields: inOption('fields', () => fieldsOf(words.automationLaunch.more?.[kind] ?? {}, kind, fields)),
    }),
    cost: oneAction,
    async run(step, { phone, hands, names, memory, stop }) {
      const account = step.account === null ? null : fill(step.account, names)
      const fields: Record<string, LaunchValue> = {}
      for (const { name, field, given } of step.fields) {
        const value =
          given === null ? field.default : launchValueOf(field, fill(given, names), `the field ${name}`)
        if (value !== undefined && value !== null) fields[name] = value
      }
      hands.take(1)
      await phone.launch({ kind: step.kind, ...(account === null ? {} : { account }), fields }, stop)
      memory.hasLaunched = true
    },
  },
)

/** Returns every further field that the vocabulary has for the kind; `given` null for one that is left to its default. */
function fieldsOf(known: LaunchFields, kind: string, given: Readonly<Record<string, Template>>) {
  for (const [name, template] of Object.entries(given))
    inOption(name, () => {
      const field = ownValue(known, name)
      if (!field) throw new FlowError(unknownField(name, kind, Object.keys(known)))
      const value = plainText(template)
      if (value !== null) launchValueOf(field, value)
    })
  return Object.entries(known).map(([name, field]) => ({ name, field, given: ownValue(given, name) ?? null }))
}

function unknownField(name: string, kind: string, known: readonly string[]): string {
  const meant = nearest(name, known)
  if (meant !== null) return `the vocabulary has no such field of ${kind}. Did you mean ${meant}?`
  return `the vocabulary has no such field of ${kind}${known.length === 0 ? '' : `. It has ${known.join(', ')}`}`
}

/** Reads what a flow gives a field; null for an empty text, which is not sent. Throws a FlowError for what does not fit. */
function launchValueOf(field: LaunchField, given: string, who = 'it'): LaunchValue | null {
  if (given === '') return null
  const value = readLaunchValue(field, given)
  if (value === null) throw new FlowError(`${who} needs ${takenBy(field)}, not ${given.slice(0, 40)}`)
  return value
}

/** Waits for the job that the flow launched last, and for the phone to be live again. */
export const waitForJob = command(
  'Waits for the job that the flow launched last. It fails when the job fails.',
  {
    schema: z.strictObject({ timeout: timeout.optional().describe('In ms. 600000 by default.'), ...common }),
    short: 'timeout',
    bare: true,
  },
  {
    build: ({ timeout: within }) => ({ timeoutMs: within ?? 600_000 }),
    async run({ timeoutMs }, { clock, phone, memory, names, stop }) {
      if (!memory.hasLaunched) throw new StepFailure(reasons.noJob)
      const withinMs = fillNumber(timeoutMs, names)
      const hasEnded = await untilStanding(
        phone,
        clock,
        withinMs,
        stop,
        () => phone.jobStatus?.hasEnded === true,
      )
      if (phone.jobStatus?.isGone) throw new StepFailure(reasons.jobGone)
      const status = phone.jobStatus?.status ?? 'not known'
      if (!hasEnded) throw new StepFailure(reasons.jobRuns({ status }), 'completed', status)
      if (!good.includes(status)) throw new StepFailure(reasons.jobEnded({ status }), 'completed', status)
      await untilStanding(phone, clock, withinMs, stop, () => phone.standing.name === 'live')
    },
  },
)
