import type { CommandSpec, CommandSpecs } from '../../commands/make-command'
import { copyText } from '../../commands/copy-text'
import { showSaved } from '../../commands/show-saved'
import { useTargets } from '../../commands/use-targets'
import { whyLacks } from '../../commands/why-lacks'
import type { Host } from '../../host/host'
import { useDevices } from '../../stores/devices'
import { useDialogs } from '../../stores/dialogs'
import { useNotices } from '../../stores/notices'
import { useSelection } from '../../stores/selection'
import { useView, type EditedField } from '../../stores/view'
import { messages } from '../../text/messages'

const whyNotManage = () => whyLacks('manage')

/** The commands about names, notes and labels. */
export function phoneEditCommands({ bridge }: Pick<Host, 'bridge'>) {
  const devices = useDevices()
  const dialogs = useDialogs()
  const notices = useNotices()
  const selection = useSelection()
  const view = useView()
  const { onTargets } = useTargets()

  /** Shows the phones in the inspector, and gives one of its fields the focus. */
  const edit = (field: EditedField) => (publicIds: readonly string[]) => {
    const [first] = publicIds
    if (first === undefined) return
    if (!publicIds.every((publicId) => selection.inspected.includes(publicId))) {
      if (view.focused === null) {
        selection.pick(first)
        view.current = first
      } else view.open(first)
    }
    if (!view.inspectorShown) view.toggleInspector()
    view.fieldWanted = field
  }
  const nameByPattern = (publicIds: readonly string[]) => dialogs.open({ kind: 'name-pattern', publicIds })
  const editing = (run: (publicIds: readonly string[]) => void): CommandSpec => {
    const spec = onTargets(run, whyNotManage)
    return {
      place: 'main',
      ...spec,
      // The inspector shows one phone in the focus view, also where Compare shows two.
      targets: () => (view.focused === null ? spec.targets() : [view.focused]),
      run(publicId) {
        if (view.focused === null) spec.run(publicId)
        else run([publicId ?? view.focused])
      },
    }
  }
  const copyIds = async (publicIds: readonly string[]) => {
    if (await copyText(publicIds.join('\n'))) notices.add({ kind: 'ids-copied', n: publicIds.length }, null)
    else notices.add({ kind: 'missed', fault: { kind: 'not-copied' } }, null)
  }
  return {
    'phone.rename': {
      ...editing((publicIds) => (publicIds.length > 1 ? nameByPattern(publicIds) : edit('name')(publicIds))),
      shortcuts: ['f2'],
    },
    'phone.labels': editing(edit('labels')),
    'phone.notes': editing(edit('notes')),
    'phone.copy-id': onTargets(
      (publicIds) => void copyIds(publicIds),
      () => null,
    ),
    'phone.set-labels': {
      place: 'main',
      ...onTargets((publicIds) => dialogs.open({ kind: 'set-labels', publicIds }), whyNotManage),
    },
    'phone.name-pattern': {
      place: 'main',
      ...onTargets(nameByPattern, whyNotManage),
    },
    'view.labels': { place: 'main', run: () => dialogs.open({ kind: 'labels' }) },
    'fleet.export-csv': {
      place: 'main',
      whyNot: () => (devices.devices.length === 0 ? messages.commands.why.noPhones : null),
      run: () => showSaved(bridge.call('devices.exportCsv', {})),
    },
  } satisfies CommandSpecs
}
