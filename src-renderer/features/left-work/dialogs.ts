import LeftWorkDialog from './LeftWorkDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    'left-work': object
  }
}

export const dialogs = {
  'left-work': LeftWorkDialog,
}
