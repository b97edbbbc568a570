import { join } from 'node:path'
import type { CallResult } from '../../../src-shared/bridge/contract'
import type { Preferences } from '../../../src-shared/features/preferences-state'
import type { Clock } from '../time/clock'
import type { Pictures } from '../pictures/pictures'
import type { PreferencesFile } from '../settings/preferences'
import { captureName } from './capture-names'
import { createCapturesFolder, type CapturesFolder, type CapturesFolderOptions } from './captures-folder'
import { createCapturePictures, type CapturePictures, type ReadFirstFrame } from './capture-pictures'
import { createContactSheets, type MakeContactSheet } from './contact-sheets'
import { createKeptCaptures, type KeptCaptures, type KeptCapturesOptions } from './kept-captures'
import { createScreenshots, type KeepScreenshots } from './screenshots'

export interface CapturesOptions extends CapturesFolderOptions {
  clock: Clock
  preferences: Pick<PreferencesFile, 'now'>
  pictures: Pick<Pictures, 'of' | 'sheet'>
  firstFrame: ReadFirstFrame
  onChange: KeptCapturesOptions['onChange']
}

/** Keeps what the phones show. */
export interface Captures {
  readonly folder: CapturesFolder
  readonly kept: KeptCaptures
  readonly pictures: CapturePictures
  screenshots: KeepScreenshots
  sheet: MakeContactSheet
  /** Returns where captures would go with these settings, and an example of a name. */
  describe(
    wanted: Pick<Preferences['captures'], 'folder' | 'pattern'>,
    fleet: string,
  ): Omit<CallResult<'captures.describe'>, 'asks'>
}

export function createCaptures({
  clock,
  pictures,
  firstFrame,
  onChange,
  ...options
}: CapturesOptions): Captures {
  const { preferences } = options
  const folder = createCapturesFolder(options)
  const kept = createKeptCaptures({ clock, folder, preferences, onChange })
  const sheet = createContactSheets({ clock, folder, pictures })
  const screenshots = createScreenshots({
    ...{ clock, preferences, pictures },
    folder: {
      of: folder.of,
      async save(...given) {
        const path = await folder.save(...given)
        kept.add([{ kind: 'screenshot', path, publicIds: [given[1].publicId] }])
        return path
      },
    },
  })
  return {
    folder,
    kept,
    pictures: createCapturePictures(pictures, firstFrame),
    screenshots,
    async sheet(from, fleet, params) {
      const made = await sheet(from, fleet, params)
      kept.add([{ kind: 'sheet', path: made.path, publicIds: params.publicIds }])
      return made
    },
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
