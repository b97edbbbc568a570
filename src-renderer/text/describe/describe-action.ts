import type { Platform } from '../../../src-shared/bridge/platform'
import type { BusyWith } from '../../../src-shared/features/phones'
import type { Action } from '../../../src-shared/protocol/action'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { describeChord, describeKey } from './describe-shortcut'
import { messages } from '../messages'

/** Needed to name the keys of a press: the service's vocabulary and the computer's platform. */
export interface KeyNaming {
  vocabulary: Vocabulary | null
  platform: Platform
}

const presetCommands = {
  home: 'phone.home',
  appSwitcher: 'phone.app-switcher',
  lock: 'phone.lock',
  search: 'phone.find',
} as const satisfies Record<keyof Vocabulary['presets'], keyof typeof messages.commands.titles>
const presets = Object.keys(presetCommands) as (keyof typeof presetCommands)[]

/** A preset that the vocabulary names. */
export interface NamedPreset {
  /** The service's name of it. */
  word: string
  title: string
}

/** Lists the presets that the vocabulary names, with the titles of their commands. */
export function presetsOf(vocabulary: Vocabulary | null): NamedPreset[] {
  if (!vocabulary) return []
  const { titles } = messages.commands
  return [
    ...presets.map((each) => ({ word: vocabulary.presets[each], title: titles[presetCommands[each]] })),
    ...Object.entries(vocabulary.morePresets).map(([title, word]) => ({ word, title })),
  ]
}

/** Removes the ellipsis of a command that asks for more. */
const withoutEllipsis = (title: string) => title.replace(/\s*…$/u, '')

/** Returns the name of one of our words for the service, or the word itself if unknown. */
const nameOfWord = (words: Readonly<Record<string, string>> | undefined, word: string) =>
  Object.entries(words ?? {}).find(([, each]) => each === word)?.[0] ?? word

function namePress(
  { name, modifiers, key }: Extract<Action, { type: 'press' }>,
  { vocabulary, platform }: KeyNaming,
): string {
  const preset = presets.find((each) => name !== undefined && vocabulary?.presets[each] === name)
  if (preset) return messages.commands.titles[presetCommands[preset]]
  if (name !== undefined) return messages.act.press({ name })
  const held = (modifiers ?? []).map((word) => nameOfWord(vocabulary?.modifiers, word))
  return messages.act.press({ name: describeChord(held, nameOfWord(vocabulary?.keys, key ?? ''), platform) })
}

/** Returns the name of an action's command. */
export function nameAction(action: Action, keys: KeyNaming): string {
  const words = messages.act
  const { titles } = messages.commands
  switch (action.type) {
    case 'press':
      return namePress(action, keys)
    case 'open_url':
      return withoutEllipsis(titles['phone.open-url'])
    case 'open_app':
      return words.openApp({ target: words.targets[action.target] })
    case 'text':
      return words.sendText
    case 'clipboard_set':
      return words.setClipboard
    case 'clipboard_get':
      return words.readClipboard
    case 'device_ip':
      return titles['phone.ip']
    case 'airplane':
      return titles[action.on ? 'phone.airplane-on' : 'phone.airplane-off']
    case 'recalibrate':
      return titles['phone.recalibrate']
    case 'path':
      return words.line
    case 'key':
      return words.press({ name: describeKey(nameOfWord(keys.vocabulary?.keys, action.key)) })
    default:
      return words.gestures[action.type]
  }
}

/** Describes what keeps a phone busy. */
export function describeBusy(what: BusyWith, keys: KeyNaming): string {
  return what.type === 'opening'
    ? messages.tile.opening
    : messages.tile.busy({ action: nameAction(what, keys) })
}

/** Describes an action in a few words, as a task's title. */
export function describeAction(action: Action, keys: KeyNaming): string {
  // Of a task with an address for each phone none is named.
  return action.type === 'open_url' && action.url !== ''
    ? messages.act.openUrl({ url: action.url })
    : nameAction(action, keys)
}
