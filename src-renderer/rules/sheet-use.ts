/** What the values of a sheet are for. */
export const sheetUses = [
  'text',
  'clipboard',
  'address',
  'upload',
  'name',
  'notes',
  'labels',
  // Name, notes and labels at once, by the columns of an export.
  'import',
] as const
/** Why cells make no edit of a phone. */
export type EditFlaw = 'name' | 'notes' | 'labels' | 'label-name' | 'characters'
export type SheetUse = (typeof sheetUses)[number]
