import type { CommandSpecs } from '../../commands/make-command'
import { useDialogs } from '../../stores/dialogs'
import { useView } from '../../stores/view'
import { messages } from '../../text/messages'
import { useStopEverything } from '../stop-everything'

/** The commands that find others, and the one that stops what they began. */
export function appCommands() {
  const dialogs = useDialogs()
  const view = useView()
  const { isIdle } = useStopEverything()
  return {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => dialogs.open({ kind: 'palette' }) },
    'app.palette-while-typing': {
      shortcuts: ['mod+shift+k'],
      inFields: true,
      whileTyping: true,
      run: () =>
        dialogs.open({ kind: 'palette', ...(view.keyboard === null ? {} : { publicId: view.keyboard }) }),
    },
    'app.shortcuts': { shortcuts: ['?'], run: () => dialogs.open({ kind: 'shortcuts' }) },
    'work.stop-everything': {
      place: 'main',
      shortcuts: ['mod+shift+.'],
      inFields: true,
      whileTyping: true,
      whyNot: () => (isIdle() ? messages.commands.why.nothingRuns : null),
      run: () => dialogs.open({ kind: 'stop-everything' }),
    },
    'app.settings': { shortcuts: ['mod+,'], run: () => dialogs.open({ kind: 'settings' }) },
  } satisfies CommandSpecs
}
