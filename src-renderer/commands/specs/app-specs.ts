import type { Host } from '../../host/host'
import { useDialogs } from '../../stores/dialogs'
import { showSaved } from '../show-saved'
import type { GroupSpecs } from './make-command'

/** Specs of the commands of the app itself. */
export function appSpecs({ bridge }: Pick<Host, 'bridge'>): GroupSpecs<'app'> {
  const dialogs = useDialogs()
  return {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => (dialogs.palette = true) },
    'app.shortcuts': { shortcuts: ['?'], run: () => (dialogs.shortcuts = true) },
    'app.settings': { shortcuts: ['mod+,'], run: () => (dialogs.settings = true) },
    'app.diagnostics': {
      run: () => showSaved(bridge.call('diagnostics.save', {})),
    },
    'app.about': { place: 'main', run: () => (dialogs.about = true) },
  }
}
