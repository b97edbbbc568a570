import { setFlagsFromString } from 'node:v8'

/**
 * Keeps V8's space for new objects as small as it is, in all threads. It grows with use, and the objects in a grown one are
 * dead for longer; those of frames, whose bytes lie outside, then hold 100 MB. Every thread that starts has to call this:
 * Node 20 forgets it with a new one.
 */
export function keepYoungSpaceSmall(): void {
  setFlagsFromString('--semi-space-growth-factor=1')
}
