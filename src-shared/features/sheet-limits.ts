/** How many sheets a fleet keeps at most. */
export const mostSheets = 100

/** How many rows and bytes a sheet has at most. */
export const mostSheetRows = 5000
export const mostSheetBytes = 5 * 1024 * 1024
