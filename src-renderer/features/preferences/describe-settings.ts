import { switchesOff, type Policy } from '../../../src-shared/features/policy'
import { languages } from '../../../src-shared/features/preferences-state'
import { languageFacts } from '../../text/languages'
import { messages } from '../../text/messages'

export const settingIds = [
  'language',
  'theme',
  'density',
  'mouse',
  'lineKey',
  'keyboard',
  'pauseAfter',
  'mostFps',
  'activityDays',
  'flowRunDays',
  'rulesPercent',
  'captureFolder',
  'capturePattern',
  'captureFormat',
  'notifications',
  'programs',
  'startsWithComputer',
  'proxy',
  'updates',
  'policy',
] as const
export type SettingId = (typeof settingIds)[number]

/** Returns the words by which a person finds a setting: its section, label, help and choices. */
export function describeSetting(id: SettingId): string {
  const words = messages.settings
  const { captures, network } = words
  switch (id) {
    case 'language':
      return [words.language, ...languages.map((one) => languageFacts[one].name)].join(' ')
    case 'theme':
      return [words.theme, words.themeWords, ...Object.values(words.themes)].join(' ')
    case 'density':
      return [words.density, ...Object.values(words.densities)].join(' ')
    case 'mouse':
      return [
        words.mouse,
        words.mouseHint,
        ...Object.values(words.buttons),
        ...Object.values(words.actions),
      ].join(' ')
    case 'lineKey':
      return [words.mouse, words.lineKey, words.lineHint].join(' ')
    case 'keyboard':
      return [words.keyboard, messages.commands.titles['app.shortcuts']].join(' ')
    case 'pauseAfter':
      return [words.pauseAfter, words.pauseHint].join(' ')
    case 'mostFps':
      return [words.mostFps, words.focusMostFps, words.mostFpsHint].join(' ')
    case 'activityDays':
      return [messages.activity.title, messages.activity.days].join(' ')
    case 'flowRunDays':
      return [messages.flowHistory.days, messages.flowHistory.daysHint].join(' ')
    case 'rulesPercent':
      return [words.rulesPercent, words.rulesPercentHint].join(' ')
    case 'captureFolder':
      return [captures.title, captures.folder, captures.folderHint].join(' ')
    case 'capturePattern':
      return [captures.title, captures.pattern].join(' ')
    case 'captureFormat':
      return [captures.title, captures.format, ...Object.values(captures.formats)].join(' ')
    case 'startsWithComputer':
      return [words.startsWithComputer, words.startsWithComputerHint, words.startsByHand].join(' ')
    case 'notifications':
      return [messages.news.setting, messages.news.settingHint, ...Object.values(messages.news.groups)].join(
        ' ',
      )
    case 'programs':
      return [
        messages.programs.title,
        messages.programs.isOpen,
        messages.programs.about,
        words.programs,
      ].join(' ')
    case 'proxy':
      return [network.title, network.proxy, network.address, network.password].join(' ')
    case 'updates':
      return [words.updates, words.updatesElsewhere].join(' ')
    case 'policy':
      return [
        words.policy.title,
        words.policy.proxy({ address: '' }),
        words.policy.fleets({ names: '' }),
        ...Object.values(words.policy.off),
      ].join(' ')
  }
}

/** Returns a line for each thing that the administrator has set. */
export function describePolicy(policy: Policy): string[] {
  const words = messages.settings.policy
  const { proxy, fleets = [] } = policy
  // An address can hold a name and a password; an empty one is for none.
  const address = proxy?.replace(/^(.*:\/\/)?.*@/, '$1') || messages.settings.network.modes.none
  return [
    ...switchesOff(policy).map((name) => words.off[name]),
    ...(proxy === undefined ? [] : [words.proxy({ address })]),
    ...(fleets.length === 0 ? [] : [words.fleets({ names: fleets.map(({ name }) => name) })]),
  ]
}
