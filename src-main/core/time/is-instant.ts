// A Date holds 100 million days on either side of the epoch (ECMA-262).
const mostMs = 8.64e15

/** Returns whether a value is a time, in ms since the epoch, that a Date can hold. */
export const isInstant = (value: unknown): value is number =>
  typeof value === 'number' && Math.abs(value) <= mostMs
