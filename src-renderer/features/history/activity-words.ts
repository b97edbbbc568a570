import {
  activityKinds,
  activityOutcomes,
  type ActivityKind,
  type ActivityQuery,
} from '../../../src-shared/features/activity'
import { plain } from '../../../src-shared/texts/plain'
import { messages } from '../../text/messages'
import { aboutOf } from './describe-activity'
import type { KeyNaming } from '../../text/describe/describe-action'

const mostAbouts = 500

/** Lists what an entry's `about` can be where it is no name. */
function aboutsOf(what: ActivityKind, { vocabulary }: KeyNaming): string[] {
  const words = messages.activity
  switch (what) {
    case 'action': {
      const { presets = {}, morePresets = {}, keys = {} } = vocabulary ?? {}
      return [
        ...Object.keys(words.actions),
        'airplane on',
        'airplane off',
        ...[...Object.values(presets), ...Object.values(morePresets)].map((name) => `press ${name}`),
        ...Object.values(keys).map((key) => `key ${key}`),
      ]
    }
    case 'edit':
      return Object.keys(words.fields).reduce<string[]>(
        (lists, field) => [...lists, ...lists.map((list) => `${list} ${field}`.trim())],
        [''],
      )
    case 'launch':
      return Object.keys(messages.jobNames.kinds)
    case 'job':
      return Object.keys(messages.jobs.states).flatMap((state) => [
        state,
        ...Object.keys(messages.jobNames.kinds).map((kind) => `${state} ${kind}`),
      ])
    case 'phone':
      return Object.keys(words.phone)
    case 'control':
      return Object.keys(words.control)
    case 'rule':
      return Object.keys(words.rule)
    case 'program':
      return Object.keys(words.program)
    case 'pause':
      return Object.keys(messages.pause.because)
    default:
      return []
  }
}

/** Returns what the log knows only as codes, whose words hold the text in the window's language. */
export function namedBy(
  text: string,
  keys: KeyNaming,
): Pick<ActivityQuery, 'named' | 'namedOutcomes' | 'namedAbouts'> {
  const words = messages.activity
  const { states: flowStates } = messages.flows
  const wanted = plain(text.trim())
  const holds = (told: string) => wanted !== '' && plain(told).includes(wanted)
  return {
    named: activityKinds.filter((kind) => holds(words.kinds[kind])),
    namedOutcomes: activityOutcomes.filter(
      (outcome) =>
        holds(words.outcomes[outcome]) ||
        (outcome === 'cancelled' && (holds(flowStates.stopped) || holds(flowStates.unrun))),
    ),
    namedAbouts: activityKinds
      .flatMap((what) =>
        aboutsOf(what, keys)
          .filter((about) => holds(aboutOf({ what, about }, keys)))
          .map((about) => `${what} ${about}`),
      )
      .slice(0, mostAbouts),
  }
}
