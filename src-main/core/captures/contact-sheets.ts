import type { CallParams, CallResults } from '../../../src-shared/bridge/contract'
import type { Label } from '../../../src-shared/protocol/device'
import type { Clock } from '../base/clock'
import { dayOf, timeOf } from './capture-names'
import type { CapturesFolder } from './captures-folder'
import type { DrawApart } from './draw-apart'
import type { PhotographedFleet } from './photographed-fleet'

/** The pause after a snapshot, which keeps below the rate that tasks keep (`fault-policy`). */
const snapshotPauseMs = 63

export interface ContactSheetsOptions {
  clock: Clock
  folder: Pick<CapturesFolder, 'saveNamed'>
  draw: DrawApart
}

/** Makes one picture of many phones. */
export type MakeContactSheet = (
  from: PhotographedFleet,
  fleet: string,
  params: CallParams<'captures.sheet'>,
) => Promise<CallResults['captures.sheet']>

export function createContactSheets({ clock, folder, draw }: ContactSheetsOptions): MakeContactSheet {
  const pause = () => new Promise<void>((resolve) => void clock.after(snapshotPauseMs, resolve))
  const now = () => new Date(clock.now())
  const written = (at: Date) => `${dayOf(at)} ${timeOf(at).replaceAll('.', ':')}`

  /** A phone that fails is missing on the sheet, and never the reason for none. */
  const pictureOf = async (from: PhotographedFleet, publicId: string, mayCost: boolean) => {
    const free = await from.screenshot(publicId, false).catch(() => null)
    if (free || !mayCost) return free
    const [snapshot] = await Promise.all([from.screenshot(publicId, true).catch(() => null), pause()])
    return snapshot
  }

  return async (from, fleet, { publicIds, format, mayCost, missing }) => {
    const labels = new Map<string, readonly Label[]>(
      from.devices.devices.map((device) => [device.public_id, device.labels]),
    )
    const phones = []
    for (const publicId of publicIds) {
      const jpeg = await pictureOf(from, publicId, mayCost)
      const time = jpeg ? written(now()) : ''
      phones.push({ name: from.nameOf(publicId), labels: labels.get(publicId) ?? [], time, jpeg })
    }
    const at = now()
    const sheet = { title: `${fleet} · ${written(at)}`, missing, phones }
    const bytes = await draw({ kind: 'sheet', sheet, format })
    const stem = `${dayOf(at)} ${timeOf(at)} ${fleet} ×${publicIds.length}`
    return { path: await folder.saveNamed('picture', stem, `.${format}`, bytes) }
  }
}
