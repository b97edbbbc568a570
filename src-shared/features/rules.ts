import { z } from 'zod'
import { publicId } from '../bridge/parameters'
import { budgetNames } from '../protocol/budget-name'
import type { Fault } from '../protocol/fault'
import { limits } from '../protocol/limits'
import { fitsName } from '../protocol/text-rules'
import {
  isCallable,
  jobEnds,
  longestQuietS,
  longestRecordingS,
  longestStillS,
  needsPhone,
  type Firing,
  type Rule,
  type RuleDraft,
} from './rules-state'

const percent = z.number().min(0).max(100)
const part = z.strictObject({ left: percent, top: percent, width: percent, height: percent })
const label = z.string().refine((name) => fitsName(name, limits.labelNameChars))

const when = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('text'),
    text: z.string().min(1).max(1000),
    isPattern: z.boolean(),
    isGone: z.boolean(),
    part: part.nullable(),
  }),
  z.strictObject({ kind: z.literal('change') }),
  z.strictObject({ kind: z.literal('still'), seconds: z.int().min(1).max(longestStillS) }),
  z.strictObject({ kind: z.literal('offline') }),
  z.strictObject({ kind: z.literal('job'), ends: z.array(z.enum(jobEnds)).min(1).max(jobEnds.length) }),
  z.strictObject({
    kind: z.literal('budget'),
    budget: z.enum(budgetNames),
    share: z.int().min(1).max(100),
  }),
])
const then = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('notify') }),
  z.strictObject({ kind: z.literal('sound') }),
  z.strictObject({ kind: z.literal('screenshot') }),
  z.strictObject({ kind: z.literal('record'), seconds: z.int().min(1).max(longestRecordingS) }),
  z.strictObject({ kind: z.literal('label'), name: label }),
  z.strictObject({ kind: z.literal('flow'), file: z.string().min(1).max(1000) }),
  z.strictObject({ kind: z.literal('call'), address: z.string().max(2000).refine(isCallable) }),
])

/** A rule as the page sends it and a file keeps it. */
export const ruleDraftSchema = z
  .strictObject({
    name: z.string().max(100),
    when,
    phones: z.discriminatedUnion('kind', [
      z.strictObject({ kind: z.literal('all') }),
      z.strictObject({ kind: z.literal('label'), label }),
      z.strictObject({ kind: z.literal('these'), publicIds: z.array(publicId).min(1).max(5000) }),
    ]),
    then: z.array(then).min(1).max(10),
    quietS: z.int().min(0).max(longestQuietS),
    once: z.boolean(),
    keepsLive: z.boolean(),
  })
  .refine(
    ({ when: of, then: all }) => of.kind !== 'budget' || !all.some(needsPhone),
  ) satisfies z.ZodType<RuleDraft>

const ruleId = z.uuid()

export const calls = {
  /** Adds a rule to the open fleet, or changes one. What it has seen is forgotten with another condition. */
  'rules.save': z.strictObject({ id: ruleId.nullable(), rule: ruleDraftSchema }),
  /** Turns rules on or off. Off, a rule that was to fire once ends. */
  'rules.switch': z.strictObject({ ids: z.array(ruleId).min(1), isOn: z.boolean() }),
  'rules.remove': z.strictObject({ ids: z.array(ruleId).min(1) }),
  /** Takes phones out of the rules that fire once on phones of their own. */
  'rules.unwatch': z.strictObject({ publicIds: z.array(publicId).min(1) }),
} as const

/** The answers of calls; those that are missing answer nothing. */
interface Results {
  'rules.save': { id: string }
}

interface State {
  /** Of the open fleet. */
  rules: readonly Rule[]
  /** How late rules look at screens, in s; 0 while they look in time. */
  looksLateS: number
}

type Event =
  | ({ type: 'rules' } & State)
  | { type: 'rule-fired'; firing: Firing }
  /** Something that a rule did failed. */
  | { type: 'rule-failed'; firing: Firing; fault: Fault }

/** All that crosses the bridge about rules: what Fleetwall watches for, and what it then does. */
export interface Slice {
  calls: typeof calls
  tells: object
  state: State
  event: Event
  results: Results
}
