/** What the process ends with. */
export const exits = { passed: 0, failed: 1, usage: 2, unreachable: 3, limit: 4, stopped: 130 } as const
