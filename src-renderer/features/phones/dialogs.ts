import LabelsDialog from './LabelsDialog.vue'
import NamePatternDialog from './NamePatternDialog.vue'
import SetLabelsDialog from './SetLabelsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    labels: object
    'name-pattern': { publicIds: readonly string[] }
    'set-labels': { publicIds: readonly string[] }
  }
}

export const dialogs = {
  labels: LabelsDialog,
  'name-pattern': NamePatternDialog,
  'set-labels': SetLabelsDialog,
}
