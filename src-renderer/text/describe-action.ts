import type { Action } from '../../src-shared/protocol/action'
import { appTargets } from '../../src-shared/protocol/app-target'
import { messages } from './messages'

/** An action in a few words, as the title of what is done on many phones. */
export function describeAction(action: Action): string {
  const words = messages.act
  const { titles } = messages.commands
  switch (action.type) {
    case 'press':
      return words.press({ name: action.name ?? [...(action.modifiers ?? []), action.key].join(' + ') })
    case 'open_url':
      return words.openUrl({ url: action.url })
    case 'open_app': {
      const target = appTargets.find((each) => each === action.target)
      return words.openApp({ target: target ? words.targets[target] : action.target })
    }
    case 'clipboard_set':
      return words.setClipboard
    case 'airplane':
      return titles[action.on ? 'phone.airplane-on' : 'phone.airplane-off']
    case 'recalibrate':
      return titles['phone.recalibrate']
    default:
      return words.other({ type: action.type })
  }
}
