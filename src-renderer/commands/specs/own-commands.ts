import type { OwnGesture } from '../../../src-shared/bridge/preferences'
import type { Action } from '../../../src-shared/protocol/action'
import type { Host } from '../../host/host'
import { useConnection } from '../../stores/connection'
import { usePreferences } from '../../stores/preferences'
import { describeKey } from '../../text/describe/describe-shortcut'
import { messages } from '../../text/messages'
import type { Command } from '../command'
import { actOn } from '../phone-actions'
import type { CommandSpec } from './make-command'
import { useTargets } from './use-targets'

const ownGestureCommand = ({ id }: Pick<OwnGesture, 'id'>) => `own.gesture ${id}`

/** The gesture that a command does; undefined for another command. */
export const gestureOf = (command: Pick<Command, 'id'>, gestures: readonly OwnGesture[]) =>
  gestures.find((gesture) => ownGestureCommand(gesture) === command.id)

/**
 * Returns a function that makes the commands which the vocabulary and the user name: its keys and further presets, and the
 * gestures that the user keeps. Call it in a component's setup.
 */
export function useOwnCommands(
  host: Host,
  command: (id: string, title: () => string, spec: CommandSpec) => Command,
): () => Command[] {
  const connection = useConnection()
  const preferences = usePreferences()
  const { onTargets } = useTargets()
  const doing = (action: Action, space: OwnGesture['space'] = null) =>
    onTargets((publicIds) => void actOn(host.bridge, publicIds, action, space))

  return () => {
    const { keys = {}, morePresets = {} } = connection.vocabulary ?? {}
    return [
      ...preferences.now.ownGestures.map(({ id, name, action, space }) =>
        command(ownGestureCommand({ id }), () => name, doing(action, space)),
      ),
      ...Object.entries(morePresets).map(([title, name]) =>
        command(
          `own.preset ${title}`,
          () => messages.act.press({ name: title }),
          doing({ type: 'press', name }),
        ),
      ),
      ...Object.entries(keys).map(([name, key]) =>
        command(
          `own.key ${name}`,
          () => messages.commands.pressKey({ name: describeKey(name) }),
          doing({ type: 'key', key }),
        ),
      ),
    ]
  }
}
