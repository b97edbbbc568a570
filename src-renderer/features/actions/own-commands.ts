import type { OwnGesture } from '../../../src-shared/features/preferences-state'
import type { Deed } from '../../../src-shared/protocol/action'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import type { Host } from '../../host/host'
import { useConnection } from '../../stores/connection'
import { usePreferences } from '../../stores/preferences'
import { describeChord, describeKey } from '../../text/describe/describe-shortcut'
import { messages } from '../../text/messages'
import type { Command } from '../../commands/command'
import { pressOn } from '../../commands/clipboard'
import { actOn } from '../../commands/phone-actions'
import type { CommandSpec } from '../../commands/make-command'
import { useTargets } from '../../commands/use-targets'

/** What Cmd and a letter do in most of a phone's apps. */
const commonChords = { selectAll: 'a', copy: 'c', paste: 'v', cut: 'x', undo: 'z' } as const
const chordNames = Object.keys(commonChords) as (keyof typeof commonChords)[]

const ownGestureCommand = ({ id }: Pick<OwnGesture, 'id'>) => `own.gesture ${id}`

/** The gesture that a command does; undefined for another command. */
export const gestureOf = (command: Pick<Command, 'id'>, gestures: readonly OwnGesture[]) =>
  gestures.find((gesture) => ownGestureCommand(gesture) === command.id)

/**
 * Returns a function that makes the commands which the vocabulary and the user name: its keys, further
 * presets and common chords, and what the user keeps. Call it in a component's setup.
 */
export function useOwnCommands(
  host: Host,
  command: (id: string, title: () => string, spec: CommandSpec) => Command,
): () => Command[] {
  const connection = useConnection()
  const preferences = usePreferences()
  const { onActing } = useTargets()
  const doing = (action: Deed, space: OwnGesture['space'] = null) =>
    onActing((publicIds) => {
      if (action.type === 'press') void pressOn(host.bridge, publicIds, action)
      else void actOn(host.bridge, publicIds, action, space)
    })

  const ofVocabulary = ({ keys, modifiers, morePresets }: Vocabulary) => [
    ...Object.entries(morePresets).map(([title, name]) =>
      command(
        `own.preset ${title}`,
        () => messages.act.press({ name: title }),
        doing({ type: 'press', name }),
      ),
    ),
    ...chordNames.map((chord) => {
      const key = commonChords[chord]
      const keysOf = () => describeChord(['Meta'], key, host.platform)
      return command(
        `own.chord ${chord}`,
        () => messages.commands.pressChord({ keys: keysOf(), what: messages.commands.chords[chord] }),
        doing({ type: 'press', modifiers: [modifiers.Meta], key }),
      )
    }),
    ...Object.entries(keys).map(([name, key]) =>
      command(
        `own.key ${name}`,
        () => messages.commands.pressKey({ name: describeKey(name) }),
        doing({ type: 'key', key }),
      ),
    ),
  ]

  return () => [
    ...preferences.now.ownGestures.map(({ id, name, action, space }) =>
      command(ownGestureCommand({ id }), () => name, doing(action, space)),
    ),
    ...(connection.vocabulary ? ofVocabulary(connection.vocabulary) : []),
  ]
}
