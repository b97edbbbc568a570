import FlowCheckDialog from './FlowCheckDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    'flow-check': { publicId: string }
  }
}

export const dialogs = { 'flow-check': FlowCheckDialog }
