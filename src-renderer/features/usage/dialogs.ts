import BudgetsDialog from './BudgetsDialog.vue'

declare module '../../stores/dialogs' {
  interface DialogData {
    budgets: object
  }
}

export const dialogs = {
  budgets: BudgetsDialog,
}
