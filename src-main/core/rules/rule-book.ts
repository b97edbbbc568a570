import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { mostRules, type Rule, type RuleDraft, type RuleWhen } from '../../../src-shared/features/rules-state'
import { FaultError, type Fault } from '../../../src-shared/protocol/fault'
import { FlowError } from '../flows/language/flow-error'
import type { Clock } from '../time/clock'
import type { KeptRule } from './kept-rules'
import { see } from './seen'
import { patternOf } from './shows-text'

/** A phone, as rules choose it. */
export interface RulePhone {
  publicId: string
  name: string
  labels: readonly string[]
}

export interface RuleBookOptions {
  clock: Pick<Clock, 'now'>
  /** The phones of the open fleet, by id. */
  phones: () => ReadonlyMap<string, RulePhone>
  /** The rules, or what they have seen, are others. @param areOther whether they wait for something else now */
  onChange: (areOther: boolean) => void
  /** A rule fires. @param phone null for the account */
  onFire: (rule: Rule, phone: RulePhone | null) => void
}

/** The account's place among what a rule has seen. */
const account = ''

/** The rules of the open fleet: which wait for what on which phones, and when they fire. */
export class RuleBook {
  readonly #options: RuleBookOptions
  #kept: readonly KeptRule[] = []

  constructor(options: RuleBookOptions) {
    this.#options = options
  }

  get rules(): readonly Rule[] {
    return this.#kept.map(({ rule }) => rule)
  }

  get kept(): readonly KeptRule[] {
    return this.#kept
  }

  /** Takes the rules of another fleet. */
  open(kept: readonly KeptRule[]): void {
    this.#kept = kept.map(unlessAway)
  }

  /**
   * Adds a rule, or changes the one with this id.
   * @returns its id
   * @throws FaultError `rule` for a pattern that can't be read, and for one rule too many
   */
  save(id: string | null, draft: RuleDraft): string {
    assertReadable(draft)
    const known = this.#kept.find(({ rule }) => rule.id === id)
    if (!known && this.#kept.length >= mostRules) throw flaw('too-many')
    if (!known) {
      const rule = { ...draft, id: randomUUID(), isOn: true, last: null, times: 0, fault: null }
      this.#put([...this.#kept, { rule, seen: new Map() }])
      return rule.id
    }
    // What it has seen says nothing about another thing.
    const seen = isDeepStrictEqual(known.rule.when, draft.when) ? known.seen : new Map()
    this.#put(this.#kept.map((each) => (each === known ? { rule: { ...known.rule, ...draft }, seen } : each)))
    return known.rule.id
  }

  /** Turns rules on, as if they were new, or off. One that fires once stays over where it has fired. */
  switch(ids: readonly string[], isOn: boolean): void {
    const isMeant = ({ rule }: KeptRule) => ids.includes(rule.id) && rule.isOn !== isOn
    this.#put(
      this.#kept.map((each) =>
        isMeant(each)
          ? { rule: { ...each.rule, isOn }, seen: each.rule.once ? firedIn(each.seen) : new Map() }
          : each,
      ),
    )
  }

  remove(ids: readonly string[]): void {
    this.#put(this.#kept.filter(({ rule }) => !ids.includes(rule.id)))
  }

  /** Takes phones out of the rules that are on and fire once on phones of their own. */
  unwatch(publicIds: readonly string[]): void {
    this.#put(
      this.#kept.flatMap(
        (kept) =>
          (kept.rule.isOn && kept.rule.once
            ? withPhones(kept, (publicId) => !publicIds.includes(publicId))
            : kept) ?? [],
      ),
    )
  }

  /** Returns the rules that wait for something on a phone. */
  of(phone: RulePhone): Rule[] {
    return this.#kept.filter((each) => waitsOn(each, phone)).map(({ rule }) => rule)
  }

  /** Notes a fact about a phone, or about the account with null, for each rule that waits for such. @param isSo whether it is as a rule waits for */
  learn<Kind extends RuleWhen['kind']>(
    kind: Kind,
    publicId: string | null,
    isSo: (when: Extract<RuleWhen, { kind: Kind }>) => boolean,
  ): void {
    const isMeant = (when: RuleWhen): when is Extract<RuleWhen, { kind: Kind }> => when.kind === kind
    for (const { id, isOn, when } of this.rules) if (isOn && isMeant(when)) this.saw(id, publicId, isSo(when))
  }

  /** Notes what a rule sees on a phone, or for the account with null; it may fire. */
  saw(id: string, publicId: string | null, isSo: boolean): void {
    const kept = this.#kept.find(({ rule }) => rule.id === id)
    const phone = publicId === null ? null : (this.#options.phones().get(publicId) ?? null)
    if (!kept?.rule.isOn || (publicId !== null && (!phone || !waitsOn(kept, phone)))) return
    const { rule } = kept
    const key = publicId ?? account
    const before = kept.seen.get(key) ?? null
    const at = this.#options.clock.now()
    const { seen, fires } = see(rule.when, before, isSo, at, rule.quietS * 1000)
    if (before?.isSo === seen.isSo && !fires) return
    const next: KeptRule = { rule, seen: new Map(kept.seen).set(key, seen) }
    if (!fires) return this.#replace(kept, next, false)
    const last = { at, publicId, phone: phone?.name ?? '' }
    const fired: KeptRule = { ...next, rule: { ...rule, last, times: rule.times + 1, fault: null } }
    const left = rule.once ? this.#withoutFired(fired) : fired
    if (left) this.#replace(kept, left, rule.once)
    else this.remove([id])
    this.#options.onFire(fired.rule, phone)
  }

  /** Notes that something which a rule did has failed. */
  failed(id: string, fault: Fault): void {
    const kept = this.#kept.find(({ rule }) => rule.id === id)
    if (kept) this.#replace(kept, { ...kept, rule: { ...kept.rule, fault } }, false)
  }

  /** Returns what is left of a rule that fires once; null for nothing. */
  #withoutFired({ rule, seen }: KeptRule): KeptRule | null {
    const { when, phones: target } = rule
    if (when.kind === 'budget') return null
    if (target.kind === 'these') return withPhones({ rule, seen }, (publicId) => !hasFired(seen, publicId))
    const waits = [...this.#options.phones().values()].some((phone) => waitsOn({ rule, seen }, phone))
    return waits ? { rule, seen } : null
  }

  #replace(kept: KeptRule, next: KeptRule, areOther: boolean): void {
    this.#kept = this.#kept.map((each) => (each === kept ? next : each))
    this.#options.onChange(areOther)
  }

  #put(kept: readonly KeptRule[]): void {
    this.#kept = kept
    this.#options.onChange(true)
  }
}

const flaw = (why: Extract<Fault, { kind: 'rule' }>['why'], detail = '') =>
  new FaultError({ kind: 'rule', why, detail })

function assertReadable({ when }: RuleDraft): void {
  if (when.kind !== 'text' || !when.isPattern) return
  try {
    patternOf(when)
  } catch (error) {
    if (error instanceof FlowError) throw flaw('pattern', error.message)
    throw error
  }
}

/** Returns a rule with fewer phones of its own; null without any. */
function withPhones({ rule, seen }: KeptRule, isLeft: (publicId: string) => boolean): KeptRule | null {
  if (rule.phones.kind !== 'these') return { rule, seen }
  const publicIds = rule.phones.publicIds.filter(isLeft)
  return publicIds.length > 0 ? { rule: { ...rule, phones: { kind: 'these', publicIds } }, seen } : null
}

/** A phone that went offline while Fleetwall did not look is no news: one goes offline after it was seen to be there. */
function unlessAway(kept: KeptRule): KeptRule {
  if (kept.rule.when.kind !== 'offline') return kept
  const seen = [...kept.seen].map(([phone, { firedAt }]) => [phone, { isSo: true, firedAt }] as const)
  return { ...kept, seen: new Map(seen) }
}

const firedIn = (seen: KeptRule['seen']) => new Map([...seen].filter(([, { firedAt }]) => firedAt !== null))

const hasFired = (seen: KeptRule['seen'], publicId: string) => (seen.get(publicId)?.firedAt ?? null) !== null

/** Whether a phone is one of a rule's. */
function isOn({ phones }: Rule, { publicId, labels }: RulePhone): boolean {
  if (phones.kind === 'these') return phones.publicIds.includes(publicId)
  return phones.kind === 'all' || labels.includes(phones.label)
}

const waitsOn = ({ rule, seen }: KeptRule, phone: RulePhone) =>
  rule.isOn && isOn(rule, phone) && !(rule.once && hasFired(seen, phone.publicId))
