/** How many sheets a fleet keeps at most. */
export const mostSheets = 100
