import type { CallParams } from '../../../src-shared/bridge/contract'
import type { Screenshots } from '../../../src-shared/features/captures'
import type { DevicesState } from '../../../src-shared/features/phones'
import { faultOf } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import type { Pictures } from '../pictures/pictures'
import type { PreferencesFile } from '../settings/preferences'
import type { CapturesFolder } from './captures-folder'

/** The open fleet, as captures need it. */
export interface PhotographedFleet {
  readonly devices: DevicesState
  /** Returns the phone's name. */
  nameOf(publicId: string): string
  /** As `input/take-screenshot`. */
  readonly screenshot: {
    newest(publicId: string): Buffer | null
    take(publicId: string): Promise<Buffer>
  }
}

/** The same, with the tasks that take snapshots. */
export interface SnappedFleet extends PhotographedFleet {
  readonly tasks: {
    /** @param save keeps a phone's screen as a file. @returns the task's id */
    screenshot(
      publicIds: readonly string[],
      save: (publicId: string, jpeg: Buffer) => Promise<string>,
    ): string
  }
}

export interface ScreenshotsOptions {
  clock: Pick<Clock, 'now'>
  folder: Pick<CapturesFolder, 'of' | 'save'>
  preferences: Pick<PreferencesFile, 'now'>
  pictures: Pick<Pictures, 'of'>
}

/**
 * Saves the screens of phones: what live ones show at once, the others by a task where they may cost.
 * @param fleet the fleet's name
 */
export type KeepScreenshots = (
  from: SnappedFleet,
  fleet: string,
  params: CallParams<'devices.screenshot'>,
) => Promise<Screenshots>

export function createScreenshots({
  clock,
  folder,
  preferences,
  pictures,
}: ScreenshotsOptions): KeepScreenshots {
  return async (from, fleet, { publicIds, mayCost }) => {
    const save = async (publicId: string, jpeg: Buffer, at = clock.now()) => {
      const subject = { fleet, phone: from.nameOf(publicId), publicId, at: new Date(at) }
      const isPng = preferences.now.captures.format === 'png'
      const bytes = isPng ? await pictures.of(publicId).toPng(jpeg) : jpeg
      return folder.save('picture', subject, isPng ? '.png' : '.jpg', bytes)
    }
    const at = clock.now()
    // All of the same moment, before the first is saved.
    const screens = [...new Set(publicIds)].map((publicId) => ({
      publicId,
      jpeg: from.screenshot.newest(publicId),
    }))
    const kept: Screenshots = { saved: [], failed: [], costing: [] }
    for (const { publicId, jpeg } of screens) {
      if (!jpeg) {
        kept.costing.push(publicId)
        continue
      }
      try {
        kept.saved.push({ publicId, path: await save(publicId, jpeg, at) })
      } catch (thrown) {
        kept.failed.push({ publicId, fault: faultOf(thrown) })
      }
    }
    if (!mayCost || kept.costing.length === 0) return kept
    return { ...kept, costing: [], task: from.tasks.screenshot(kept.costing, save) }
  }
}
