import FlowsDialog from './FlowsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    flows: object
  }
}

export const dialogs = {
  flows: FlowsDialog,
}
