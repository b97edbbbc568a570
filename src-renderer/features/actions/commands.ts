import type { Deed, Question } from '../../../src-shared/protocol/action'
import { faultOf } from '../../../src-shared/protocol/fault'
import type { Vocabulary } from '../../../src-shared/protocol/vocabulary'
import { askMany } from '../../commands/ask-many'
import type { CommandSpecs } from '../../commands/make-command'
import { actOn, costOf, whyNotAsk } from '../../commands/phone-actions'
import { useTargets } from '../../commands/use-targets'
import { whyLacks } from '../../commands/why-lacks'
import type { Host } from '../../host/host'
import { useConnection } from '../../stores/connection'
import { useDialogs } from '../../stores/dialogs'
import type { PreparedAction } from './prepared'
import { useNotices } from '../../stores/notices'
import { usePreferences } from '../../stores/preferences'
import { messages } from '../../text/messages'

/** The commands that have phones do something, and that ask them. */
export function actionCommands({ bridge }: Pick<Host, 'bridge'>) {
  const connection = useConnection()
  const dialogs = useDialogs()
  const notices = useNotices()
  const preferences = usePreferences()
  const { onActing, onTargets } = useTargets()

  const action = (what: Deed) => onActing((publicIds) => void actOn(bridge, publicIds, what))
  const pressPreset = (publicIds: readonly string[], name: keyof Vocabulary['presets']) => {
    const words = connection.vocabulary?.presets
    if (words) void actOn(bridge, publicIds, { type: 'press', name: words[name] })
  }
  const preset = (name: keyof Vocabulary['presets']) => onActing((publicIds) => pressPreset(publicIds, name))
  /** Asks first on many phones. */
  const asked = (id: keyof typeof messages.commands.titles, run: (publicIds: readonly string[]) => void) =>
    onActing((publicIds) => askMany(messages.commands.titles[id], costOf(publicIds), () => run(publicIds)))
  const prepare = (what: PreparedAction) =>
    onActing((publicIds) => dialogs.open({ kind: 'prepare', what, publicIds }))
  const ask = async (publicIds: readonly string[], action: Question) => {
    try {
      const { id } = await bridge.call('devices.ask', { publicIds: [...publicIds], action })
      dialogs.open({ kind: 'answer', task: id })
    } catch (thrown) {
      notices.show(faultOf(thrown), null, action)
    }
  }
  const question = (type: Question['type']) =>
    onTargets((publicIds) => void ask(publicIds, { type }), whyNotAsk)

  return {
    'phone.home': { shortcuts: ['mod+shift+h'], ...preset('home') },
    'phone.app-switcher': preset('appSwitcher'),
    'phone.lock': asked('phone.lock', (publicIds) => pressPreset(publicIds, 'lock')),
    'phone.find': preset('search'),
    'phone.open-url': prepare('open-url'),
    'phone.open-app': prepare('open-app'),
    'phone.text': prepare('text'),
    'phone.key': onActing((publicIds) => dialogs.open({ kind: 'press', publicIds })),
    'phone.gesture': onTargets((publicIds) => dialogs.open({ kind: 'gesture', publicIds })),
    'phone.clipboard-get': question('clipboard_get'),
    'phone.clipboard-set': prepare('clipboard-set'),
    'phone.clipboard-sync': {
      isOn: () => preferences.now.clipboardSync,
      whyNot: () =>
        connection.policy?.clipboardSync === false
          ? messages.settings.policy.off.clipboardSync
          : whyLacks('control'),
      run: () => preferences.change({ clipboardSync: !preferences.now.clipboardSync }),
    },
    'phone.airplane-on': asked(
      'phone.airplane-on',
      (publicIds) => void actOn(bridge, publicIds, { type: 'airplane', on: true }),
    ),
    'phone.airplane-off': action({ type: 'airplane', on: false }),
    'phone.ip': question('device_ip'),
    'phone.recalibrate': action({ type: 'recalibrate' }),
  } satisfies CommandSpecs
}
