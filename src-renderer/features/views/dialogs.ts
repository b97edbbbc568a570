import SortDialog from './SortDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    sort: object
  }
}

export const dialogs = {
  sort: SortDialog,
}
