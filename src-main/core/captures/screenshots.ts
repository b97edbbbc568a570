import type { Screenshot } from '../../../src-shared/bridge/screenshot'
import type { Clock } from '../base/clock'
import type { CapturesFolder } from './captures-folder'

/** The open fleet, as screenshots need it. */
export interface PhotographedFleet {
  /** The phone's name. */
  nameOf(publicId: string): string
  /** As `TakeScreenshot`. */
  screenshot(publicId: string, mayCost: boolean): Promise<Buffer | null>
}

/** Takes screenshots and saves them. */
export interface Screenshots {
  /** @param fleet the fleet's name @throws FaultError as `TakeScreenshot`, and `not-saved` */
  take(from: PhotographedFleet, fleet: string, publicId: string, mayCost: boolean): Promise<Screenshot>
}

export function createScreenshots(
  clock: Pick<Clock, 'now'>,
  folder: Pick<CapturesFolder, 'save'>,
): Screenshots {
  return {
    async take(from, fleet, publicId, mayCost) {
      const jpeg = await from.screenshot(publicId, mayCost)
      if (!jpeg) return { kind: 'costs' }
      const subject = { fleet, phone: from.nameOf(publicId), publicId, at: new Date(clock.now()) }
      return { kind: 'saved', path: await folder.save('picture', subject, '.jpg', jpeg) }
    },
  }
}
