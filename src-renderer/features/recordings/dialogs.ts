import ConvertDialog from './ConvertDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    /** The paths of recordings to convert, to begin with. */
    convert: { paths: readonly string[] }
  }
}

export const dialogs = {
  convert: ConvertDialog,
}
