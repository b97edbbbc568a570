import {
  isCallable,
  jobEnds,
  longestQuietS,
  longestRecordingS,
  longestStillS,
  needsPhone,
  readsScreens,
  usualQuietS,
  type JobEnd,
  type RuleDraft,
  type RulePhones,
  type RuleThen,
  type RuleWhen,
} from '../../../src-shared/features/rules-state'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import { limits } from '../../../src-shared/protocol/limits'
import { fitsName } from '../../../src-shared/protocol/text-rules'
import { wholeNumber } from '../../rules/whole-number'
import { partSides, readPart, usualPart, type TypedPart } from './screen-part'

export const whenKinds = ['text', 'change', 'still', 'offline', 'job', 'budget'] as const
export const thenKinds = ['notify', 'sound', 'screenshot', 'record', 'label', 'flow', 'call'] as const
export const longestText = 1000
export const mostQuietMin = longestQuietS / 60

/** What a person has entered for a rule; numbers as they are typed. */
export interface RuleForm {
  name: string
  kind: RuleWhen['kind']
  text: string
  isPattern: boolean
  isGone: boolean
  inPart: boolean
  part: TypedPart
  seconds: string
  ends: JobEnd[]
  budget: BudgetName
  share: string
  target: RulePhones['kind']
  label: string
  publicIds: readonly string[]
  keepsLive: boolean
  does: RuleThen['kind'][]
  recordS: string
  newLabel: string
  flow: string
  address: string
  quietMin: string
  once: boolean
}

/** A field that can't be used as it is. */
export type RuleFlaw =
  | 'text'
  | 'part'
  | 'seconds'
  | 'ends'
  | 'share'
  | 'label'
  | 'does'
  | 'recordS'
  | 'newLabel'
  | 'flow'
  | 'address'
  | 'quietMin'

/** Returns the form of a new rule. @param publicIds the phones at hand; without any, the rule is for all */
export const newForm = (publicIds: readonly string[]): RuleForm => ({
  name: '',
  kind: 'text',
  text: '',
  isPattern: false,
  isGone: false,
  inPart: false,
  part: usualPart,
  seconds: '60',
  ends: ['failed', 'review'],
  budget: 'actions',
  share: '80',
  target: publicIds.length > 0 ? 'these' : 'all',
  label: '',
  publicIds,
  keepsLive: false,
  does: ['notify'],
  recordS: '30',
  newLabel: '',
  flow: '',
  address: '',
  quietMin: String(usualQuietS / 60),
  once: false,
})

/** Returns the form of a rule that there is. */
export function formOf(rule: RuleDraft): RuleForm {
  const { when, phones, then } = rule
  const form = newForm(phones.kind === 'these' ? phones.publicIds : [])
  Object.assign(form, {
    name: rule.name,
    kind: when.kind,
    target: phones.kind,
    keepsLive: rule.keepsLive,
    does: then.map(({ kind }) => kind),
    quietMin: String(rule.quietS / 60),
    once: rule.once,
  })
  if (phones.kind === 'label') form.label = phones.label
  if (when.kind === 'still') form.seconds = String(when.seconds)
  if (when.kind === 'job') form.ends = [...when.ends]
  if (when.kind === 'budget') Object.assign(form, { budget: when.budget, share: String(when.share) })
  if (when.kind === 'text') {
    Object.assign(form, { text: when.text, isPattern: when.isPattern, isGone: when.isGone })
    if (when.part) {
      const { part } = when
      form.inPart = true
      const sides = partSides.map((side) => [side, String(part[side])])
      form.part = Object.fromEntries(sides) as TypedPart
    }
  }
  for (const each of then) {
    if (each.kind === 'record') form.recordS = String(each.seconds)
    if (each.kind === 'label') form.newLabel = each.name
    if (each.kind === 'flow') form.flow = each.file
    if (each.kind === 'call') form.address = each.address
  }
  return form
}

/** Reads a form. @returns the rule, and the fields that keep it from being saved */
export function readForm(form: RuleForm): { rule: RuleDraft | null; flaws: ReadonlySet<RuleFlaw> } {
  const flaws = new Set<RuleFlaw>()
  const whole = (field: RuleFlaw, typed: string, least: number, most: number) => {
    const value = wholeNumber(typed, least, most)
    if (value === null) flaws.add(field)
    return value ?? least
  }
  const ensure = (field: RuleFlaw, isGood: boolean) => isGood || flaws.add(field)

  const when = readWhen(form, whole, ensure)
  const does = thenKinds.filter((kind) => form.does.includes(kind))
  const then = does
    .map((kind) => readThen(form, kind, whole, ensure))
    .filter((each) => form.kind !== 'budget' || !needsPhone(each))
  ensure('does', then.length > 0)
  const rule: RuleDraft = {
    name: form.name.trim(),
    when,
    phones: readPhones(form, ensure),
    then,
    quietS: Math.round(60 * whole('quietMin', form.quietMin, 0, mostQuietMin)),
    once: form.once,
    keepsLive: form.keepsLive && (readsScreens(when) || when.kind === 'offline'),
  }
  return { rule: flaws.size === 0 ? rule : null, flaws }
}

type Whole = (field: RuleFlaw, typed: string, least: number, most: number) => number
type Ensure = (field: RuleFlaw, isGood: boolean) => void

function readWhen(form: RuleForm, whole: Whole, ensure: Ensure): RuleWhen {
  switch (form.kind) {
    case 'text': {
      const { isPattern, isGone, inPart } = form
      const text = isPattern ? form.text : form.text.trim()
      ensure('text', text !== '' && text.length <= longestText)
      const part = inPart ? readPart(form.part) : null
      ensure('part', !inPart || part !== null)
      return { kind: 'text', text, isPattern, isGone, part }
    }
    case 'still':
      return { kind: 'still', seconds: whole('seconds', form.seconds, 1, longestStillS) }
    case 'job':
      ensure('ends', form.ends.length > 0)
      return { kind: 'job', ends: jobEnds.filter((end) => form.ends.includes(end)) }
    case 'budget':
      return { kind: 'budget', budget: form.budget, share: whole('share', form.share, 1, 100) }
    default:
      return { kind: form.kind }
  }
}

function readThen(form: RuleForm, kind: RuleThen['kind'], whole: Whole, ensure: Ensure): RuleThen {
  switch (kind) {
    case 'record':
      return { kind, seconds: whole('recordS', form.recordS, 1, longestRecordingS) }
    case 'label':
      ensure('newLabel', fitsName(form.newLabel.trim(), limits.labelNameChars))
      return { kind, name: form.newLabel.trim() }
    case 'flow':
      ensure('flow', form.flow !== '')
      return { kind, file: form.flow }
    case 'call':
      ensure('address', isCallable(form.address.trim()))
      return { kind, address: form.address.trim() }
    default:
      return { kind }
  }
}

function readPhones({ kind, target, label, publicIds }: RuleForm, ensure: Ensure): RulePhones {
  // A budget is the account's.
  if (kind === 'budget') return { kind: 'all' }
  if (target === 'label') {
    ensure('label', label !== '')
    return { kind: 'label', label }
  }
  return target === 'these' && publicIds.length > 0
    ? { kind: 'these', publicIds: [...publicIds] }
    : { kind: 'all' }
}
