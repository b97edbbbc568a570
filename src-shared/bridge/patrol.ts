/** On patrol, a phone is live this long, in ms, before it gives its slot to one that waits. */
export const patrolTurnMs = 20_000
