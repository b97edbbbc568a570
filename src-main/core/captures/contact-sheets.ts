import type { CallParams, CallResult } from '../../../src-shared/bridge/contract'
import type { Label } from '../../../src-shared/protocol/device'
import { faultOf } from '../../../src-shared/protocol/fault'
import type { Clock } from '../time/clock'
import { dayOf, timeOf } from '../disk/file-name'
import type { Pictures } from '../pictures/pictures'
import { sheetName } from './capture-names'
import type { CapturesFolder } from './captures-folder'
import type { PhotographedFleet } from './screenshots'

export interface ContactSheetsOptions {
  clock: Pick<Clock, 'now'>
  folder: Pick<CapturesFolder, 'saveNamed'>
  pictures: Pick<Pictures, 'sheet'>
}

/** Makes one picture of many phones. */
export type MakeContactSheet = (
  from: PhotographedFleet,
  fleet: string,
  params: CallParams<'captures.sheet'>,
) => Promise<CallResult<'captures.sheet'>>

export function createContactSheets({ clock, folder, pictures }: ContactSheetsOptions): MakeContactSheet {
  const now = () => new Date(clock.now())
  const written = (at: Date) => `${dayOf(at)} ${timeOf(at).replaceAll('.', ':')}`

  return async (from, fleet, { publicIds, format, mayCost, missing }) => {
    const labels = new Map<string, readonly Label[]>(
      from.devices.devices.map((device) => [device.public_id, device.labels]),
    )
    const failed: CallResult<'captures.sheet'>['failed'] = []
    const phones = await Promise.all(
      publicIds.map(async (publicId) => {
        // A phone that fails is missing on the sheet, and never the reason for none.
        const taken = mayCost
          ? from.screenshot.take(publicId)
          : Promise.resolve(from.screenshot.newest(publicId))
        const jpeg = await taken.catch((error: unknown) => {
          failed.push({ publicId, fault: faultOf(error) })
          return null
        })
        const time = jpeg ? written(now()) : ''
        return { name: from.nameOf(publicId), labels: labels.get(publicId) ?? [], time, jpeg }
      }),
    )
    const at = now()
    const sheet = { title: `${fleet} · ${written(at)}`, missing, phones }
    const bytes = await pictures.sheet(sheet, format)
    const name = sheetName(at, fleet, publicIds.length)
    return { path: await folder.saveNamed('picture', name, `.${format}`, bytes), failed }
  }
}
