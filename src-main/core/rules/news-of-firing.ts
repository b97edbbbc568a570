import type { News, SaidText } from '../../../src-shared/features/news-state'
import type { Firing, RuleWhen } from '../../../src-shared/features/rules-state'

const texts = {
  text: 'firedText',
  change: 'firedChange',
  still: 'firedStill',
  offline: 'firedOffline',
  job: 'firedJob',
  budget: 'firedBudget',
} as const satisfies Record<RuleWhen['kind'], SaidText['text']>

/** What the desktop tells of a rule that has fired: the phone, and what it waited for. */
export function newsOfFiring({ rule: { name, when }, publicId, phone }: Firing): News {
  const text = when.kind === 'text' && when.isGone ? 'firedGone' : texts[when.kind]
  const values = {
    text: when.kind === 'text' ? when.text : '',
    percent: when.kind === 'budget' ? when.share : 0,
  }
  const title = [name, phone].filter((part) => part !== '').join(' · ')
  return {
    group: 'rules',
    title: title === '' ? { text: 'severalRules', values: { n: 1 } } : title,
    body: { text, values },
    target: publicId === null ? { kind: 'command', id: 'work.rules' } : { kind: 'phone', publicId },
    isKept: true,
  }
}
