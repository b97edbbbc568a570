import { join } from 'node:path'
import type { CallResult } from '../../../src-shared/bridge/contract'
import type { Preferences } from '../../../src-shared/features/preferences-state'
import type { Clock } from '../time/clock'
import type { Pictures } from '../pictures/pictures'
import type { PreferencesFile } from '../settings/preferences'
import { captureName } from './capture-names'
import { createCapturesFolder, type CapturesFolder, type CapturesFolderOptions } from './captures-folder'
import { createContactSheets, type MakeContactSheet } from './contact-sheets'
import { createScreenshots, type KeepScreenshots } from './screenshots'

export interface CapturesOptions extends CapturesFolderOptions {
  clock: Clock
  preferences: Pick<PreferencesFile, 'now'>
  pictures: Pick<Pictures, 'of' | 'sheet'>
}

/** Keeps what the phones show. */
export interface Captures {
  readonly folder: CapturesFolder
  screenshots: KeepScreenshots
  sheet: MakeContactSheet
  /** Returns where captures would go with these settings, and an example of a name. */
  describe(
    wanted: Pick<Preferences['captures'], 'folder' | 'pattern'>,
    fleet: string,
  ): Omit<CallResult<'captures.describe'>, 'asks'>
}

export function createCaptures({ clock, pictures, ...options }: CapturesOptions): Captures {
  const { preferences } = options
  const folder = createCapturesFolder(options)
  return {
    folder,
    screenshots: createScreenshots({ clock, folder, preferences, pictures }),
    sheet: createContactSheets({ clock, folder, pictures }),
    describe(wanted, fleet) {
      const captures = { ...preferences.now.captures, ...wanted }
      const would = createCapturesFolder({
        ...options,
        preferences: { now: { ...preferences.now, captures } },
      })
      const subject = { fleet, phone: 'Phone 01', publicId: 'dev_1', at: new Date(clock.now()) }
      const extension = captures.format === 'png' ? '.png' : '.jpg'
      return {
        isForThisRun: would.isForThisRun,
        example: join(would.of('picture'), captureName(captures.pattern, subject, extension)),
        videos: would.of('video'),
      }
    },
  }
}
