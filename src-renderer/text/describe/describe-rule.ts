import type { Firing, Rule, RuleThen, RuleWhen } from '../../../src-shared/features/rules-state'
import type { FaultText } from '../../../src-shared/texts/fault-text'
import { formatShare, formatSpan } from '../measures'
import { namesOfFew } from './describe-schedule'
import { messages } from '../messages'
import { commaList } from '../numbers'

/** The values that sentences about what a rule waits for take. */
const valuesOf = (when: RuleWhen) => ({
  text: when.kind === 'text' ? when.text : '',
  span: when.kind === 'still' ? formatSpan(when.seconds) : '',
  ends: when.kind === 'job' ? when.ends.map((end) => messages.rules.ends[end]) : '',
  share: when.kind === 'budget' ? formatShare(when.share / 100) : '',
  budget: when.kind === 'budget' ? messages.budgets[when.budget].name : '',
})

/** Says what a rule waits for, at the start of a sentence. */
export function describeWhen(when: RuleWhen): string {
  const { whens } = messages.rules
  const values = valuesOf(when)
  if (when.kind !== 'text') {
    const words = whens[when.kind]
    return typeof words === 'string' ? words : words(values)
  }
  const words = when.isPattern
    ? when.isGone
      ? whens.patternGone
      : whens.pattern
    : when.isGone
      ? whens.textGone
      : whens.text
  return when.part ? whens.inPart({ when: words(values) }) : words(values)
}

const hostOf = (address: string) => {
  try {
    return new URL(address).host
  } catch {
    return address
  }
}

function describeThen(then: RuleThen): string {
  const words = messages.rules.does
  switch (then.kind) {
    case 'record':
      return words.record({ span: formatSpan(then.seconds) })
    case 'label':
      return words.label({ name: then.name })
    case 'flow':
      return words.flow({ file: then.file })
    case 'call':
      return words.call({ host: hostOf(then.address) })
    default:
      return words[then.kind]
  }
}

/** Names a rule: as its person does, else by what it waits for. */
export const nameOfRule = ({ name, when }: Pick<Rule, 'name' | 'when'>): string => name || describeWhen(when)

/** Says in one sentence what a rule waits for, where, and what it then does. @param nameOf names a phone */
export function describeRule(
  { when, phones, then, once }: Rule,
  nameOf: (publicId: string) => string,
): string {
  const words = messages.rules
  const said = {
    when: describeWhen(when),
    then: [...then.map(describeThen), ...(once ? [words.once] : [])],
  }
  if (when.kind === 'budget') return words.summaryOfAccount(said)
  const where = {
    all: () => words.phones.all,
    label: () => words.phones.label({ label: phones.kind === 'label' ? phones.label : '' }),
    these() {
      const publicIds = phones.kind === 'these' ? phones.publicIds : []
      const names = namesOfFew(publicIds, nameOf)
      return names === null
        ? words.phones.these({ n: publicIds.length })
        : words.phones.named({ phones: names })
    },
  }
  return words.summary({ ...said, phones: where[phones.kind]() })
}

/** Says that a rule looks late at its screens, and what helps. @param lateS how late, in s; 0 for in time */
export const describeLate = (lateS: number): string | null =>
  lateS > 0 ? [messages.rules.late({ span: formatSpan(lateS) }), messages.rules.lateHelp].join(' ') : null

/** Says what a rule has seen, on one phone or on several. */
export function describeFired(firings: readonly [Firing, ...Firing[]]): FaultText {
  const [{ rule, phone }] = firings
  const { when } = rule
  const kind = when.kind === 'text' && when.isGone ? 'textGone' : when.kind
  const words = messages.rules
  const said = { n: firings.length, phone, ...valuesOf(when) }
  const isOne = firings.length === 1
  const plain = isOne ? words.seen[kind](said) : words.seenMany[kind](said)
  const sentence = rule.name === '' ? plain : words.named({ name: rule.name, sentence: plain })
  return isOne ? { sentence } : { sentence, detail: commaList(firings.map((each) => each.phone)) }
}
