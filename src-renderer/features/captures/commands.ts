import type { CommandSpecs } from '../../commands/make-command'
import { useTargets } from '../../commands/use-targets'
import type { Host } from '../../host/host'
import { useDialogs } from '../../stores/dialogs'
import { useFilter } from '../../stores/filter'
import { usePanel } from '../../stores/panel'
import { useSelection } from '../../stores/selection'
import { messages } from '../../text/messages'
import { copyScreenshot } from './copy-screenshot'
import { takeScreenshots, whyNoScreenshot } from './take-screenshot'

/** The commands about pictures of phones. */
export function captureCommands({ bridge }: Pick<Host, 'bridge'>) {
  const dialogs = useDialogs()
  const filter = useFilter()
  const panel = usePanel()
  const selection = useSelection()
  const { onPhone, onTargets } = useTargets()
  return {
    'phone.screenshot': {
      shortcuts: ['c'],
      ...onTargets((publicIds) => void takeScreenshots(bridge, publicIds, false), whyNoScreenshot),
    },
    'phone.screenshot-copy': onPhone(
      (publicId) => void copyScreenshot(bridge, publicId, false),
      ({ publicId }) => whyNoScreenshot([publicId]),
    ),
    'view.convert-recordings': { place: 'main', run: () => panel.open('captures') },
    'view.contact-sheet': {
      place: 'main',
      whyNot: () => (filter.shownIds.length === 0 ? messages.commands.why.noPhone : null),
      run: () => {
        const meant = selection.targetsOf(null)
        dialogs.open({ kind: 'contact-sheet', publicIds: meant.length > 0 ? meant : filter.shownIds })
      },
    },
  } satisfies CommandSpecs
}
