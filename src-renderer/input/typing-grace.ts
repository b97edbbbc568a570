// Slow hands are that quick, and no eye that has to see a dialog first is.
const typesWithinMs = 400

/**
 * Tells, of the keys that come while something has opened before what was typed on, those that go on with what was being
 * typed from those that are an answer to it: they come within a moment of it, or of one another.
 *
 * @param openedAt by the clock of events
 * @returns asked about each key, whether it goes on
 */
export function createTypingGrace(openedAt: number): (event: Pick<KeyboardEvent, 'timeStamp'>) => boolean {
  let lastAt = openedAt
  return ({ timeStamp }) => {
    const goesOn = timeStamp - lastAt < typesWithinMs
    if (goesOn) lastAt = Math.max(lastAt, timeStamp)
    return goesOn
  }
}
