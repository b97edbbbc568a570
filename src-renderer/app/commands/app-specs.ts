import type { Host } from '../../host/host'
import { useDialogs } from '../../stores/dialogs'
import { showSaved } from '../../commands/show-saved'
import type { GroupSpecs } from '../../commands/make-command'

/** Specs of the commands of the app itself. */
export function appSpecs({ bridge }: Pick<Host, 'bridge'>): GroupSpecs<'app'> {
  const dialogs = useDialogs()
  return {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => dialogs.open({ kind: 'palette' }) },
    'app.shortcuts': { shortcuts: ['?'], run: () => dialogs.open({ kind: 'shortcuts' }) },
    'app.settings': { shortcuts: ['mod+,'], run: () => dialogs.open({ kind: 'settings' }) },
    'app.diagnostics': {
      run: () => showSaved(bridge.call('diagnostics.save', {})),
    },
    'app.activity': { place: 'main', run: () => dialogs.open({ kind: 'activity', publicIds: null }) },
    'app.jobs': { place: 'main', run: () => dialogs.open({ kind: 'jobs' }) },
    'app.budgets': { place: 'main', run: () => dialogs.open({ kind: 'budgets' }) },
    'app.about': { place: 'main', run: () => dialogs.open({ kind: 'about' }) },
  }
}
