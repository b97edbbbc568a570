import type { Screenshot } from '../../../src-shared/features/captures'
import type { Clock } from '../time/clock'
import type { Pictures } from '../pictures/pictures'
import type { PreferencesFile } from '../settings/preferences'
import type { CapturesFolder } from './captures-folder'
import type { DevicesState } from '../../../src-shared/features/phones'

/** The open fleet, as captures need it. */
export interface PhotographedFleet {
  readonly devices: DevicesState
  /** Returns the phone's name. */
  nameOf(publicId: string): string
  /** As `TakeScreenshot`. */
  screenshot(publicId: string, mayCost: boolean): Promise<Buffer | null>
}

export interface ScreenshotsOptions {
  clock: Pick<Clock, 'now'>
  folder: Pick<CapturesFolder, 'of' | 'save'>
  preferences: Pick<PreferencesFile, 'now'>
  pictures: Pick<Pictures, 'of'>
}

/**
 * Takes a screenshot and saves it.
 * @param fleet the fleet's name
 * @throws FaultError as `TakeScreenshot`, and `not-saved`
 */
export type KeepScreenshot = (
  from: PhotographedFleet,
  fleet: string,
  publicId: string,
  mayCost: boolean,
) => Promise<Screenshot>

export function createScreenshots({
  clock,
  folder,
  preferences,
  pictures,
}: ScreenshotsOptions): KeepScreenshot {
  return async (from, fleet, publicId, mayCost) => {
    const jpeg = await from.screenshot(publicId, mayCost)
    if (!jpeg) return { kind: 'costs' }
    const subject = { fleet, phone: from.nameOf(publicId), publicId, at: new Date(clock.now()) }
    const isPng = preferences.now.captures.format === 'png'
    const bytes = isPng ? await pictures.of(publicId).toPng(jpeg) : jpeg
    const path = await folder.save('picture', subject, isPng ? '.png' : '.jpg', bytes)
    return { kind: 'saved', path }
  }
}
