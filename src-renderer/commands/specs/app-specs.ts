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
    'app.activity': { place: 'main', run: () => (dialogs.activity = { publicIds: null }) },
    'app.jobs': { place: 'main', run: () => (dialogs.jobs = true) },
    'app.budgets': { place: 'main', run: () => (dialogs.budgets = true) },
    'app.about': { place: 'main', run: () => dialogs.open({ kind: 'about' }) },
  }
}
