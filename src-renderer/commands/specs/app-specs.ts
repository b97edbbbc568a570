import { useDialogs } from '../../stores/dialogs'
import type { GroupSpecs } from './make-command'

/** Specs of the commands that open the app's own dialogs. */
export function appSpecs(): GroupSpecs<'app'> {
  const dialogs = useDialogs()
  return {
    'app.palette': { shortcuts: ['mod+k'], inFields: true, run: () => (dialogs.palette = true) },
    'app.shortcuts': { shortcuts: ['?'], run: () => (dialogs.shortcuts = true) },
    'app.settings': { shortcuts: ['mod+,'], run: () => (dialogs.settings = true) },
    'app.about': { place: 'main', run: () => (dialogs.about = true) },
  }
}
