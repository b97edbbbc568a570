import { openDisplay, type Display } from '../e2e/harness/display'
import { findElectron } from '../e2e/harness/programs'

/** The parts of the machine that a measurement needs. */
export interface Machine {
  display: Display
}

/** Measuring is impossible; the message is the one line the user reads. */
export class CannotMeasure extends Error {}

/** Finds Electron and a display. @throws CannotMeasure */
export async function findMachine(): Promise<Machine> {
  if (process.platform !== 'linux')
    throw new CannotMeasure('CPU time is read from /proc, which only Linux has')
  if (!findElectron()) throw new CannotMeasure('Electron is not available on this machine')
  const display = await openDisplay()
  if (!display) throw new CannotMeasure('there is no display, and no Xvfb to start one')
  return { display }
}
