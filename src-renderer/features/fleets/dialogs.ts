import type { FleetSummary } from '../../../src-shared/features/fleets-state'
import AddFleetDialog from './AddFleetDialog.vue'
import ChangeFleetDialog from './ChangeFleetDialog.vue'
import ForgetFleetDialog from './ForgetFleetDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    'add-fleet': object
    'change-fleet': { fleet: FleetSummary }
    'forget-fleet': { fleet: FleetSummary }
  }
}

export const dialogs = {
  'add-fleet': AddFleetDialog,
  'change-fleet': ChangeFleetDialog,
  'forget-fleet': ForgetFleetDialog,
}
