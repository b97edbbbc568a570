/** What the values of a sheet are for. */
export const sheetUses = ['text', 'clipboard', 'address', 'upload', 'name', 'notes', 'labels'] as const
export type SheetUse = (typeof sheetUses)[number]
