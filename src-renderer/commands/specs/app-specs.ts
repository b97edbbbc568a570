import { faultOf } from '../../../src-shared/protocol/fault'
import type { Host } from '../../host/host'
import { useDialogs } from '../../stores/dialogs'
import { useNotices } from '../../stores/notices'
import type { GroupSpecs } from './make-command'

/** Specs of the commands of the app itself. */
export function appSpecs({ bridge }: Pick<Host, 'bridge'>): GroupSpecs<'app'> {
  const dialogs = useDialogs()
  const notices = useNotices()
  return {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => (dialogs.palette = true) },
    'app.shortcuts': { shortcuts: ['?'], run: () => (dialogs.shortcuts = true) },
    'app.settings': { shortcuts: ['mod+,'], run: () => (dialogs.settings = true) },
    'app.diagnostics': {
      run: () => {
        bridge.call('diagnostics.save', {}).then(
          ({ path }) => notices.add({ kind: 'saved', path }, null),
          (thrown: unknown) => notices.show(faultOf(thrown)),
        )
      },
    },
    'app.about': { place: 'main', run: () => (dialogs.about = true) },
  }
}
