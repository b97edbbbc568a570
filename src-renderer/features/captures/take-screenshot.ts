import type { Bridge } from '../../../src-shared/bridge/connect'
import type { Screenshot } from '../../../src-shared/features/captures'
import type { TileState } from '../../../src-shared/features/tile-state'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { useDevices } from '../../stores/devices'
import { commonFolder } from '../../rules/common-folder'
import { useDialogs } from '../../stores/dialogs'
import { whyLacks } from '../../commands/why-lacks'
import { useNotices } from '../../stores/notices'
import { useTiles } from '../../stores/tiles'
import { describeFault } from '../../text/describe/describe-fault'
import { describeTile } from '../../text/describe/describe-tile'
import { messages } from '../../text/messages'
import { fewAtOnce } from '../../rules/few-at-once'
import { usedUp } from '../../commands/used-up'

type Saved = Extract<Screenshot, { kind: 'saved' }>

/** Saves screenshots as files. Asks first where they would cost snapshots, unless `mayCost`. */
export async function takeScreenshots(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  mayCost: boolean,
): Promise<void> {
  const devices = useDevices()
  const notices = useNotices()
  const [costing, saved]: [string[], Saved[]] = [[], []]
  const failed: { publicId: string; fault: Fault }[] = []
  const takeOne = async (publicId: string) => {
    try {
      const taken = await bridge.call('device.screenshot', { publicId, mayCost })
      if (taken.kind === 'costs') costing.push(publicId)
      else saved.push(taken)
    } catch (thrown) {
      failed.push({ publicId, fault: faultOf(thrown) })
    }
  }
  await fewAtOnce(publicIds, takeOne)

  const isOne = publicIds.length === 1
  if (isOne) {
    for (const { path } of saved) notices.add({ kind: 'saved', path }, null)
    for (const { publicId, fault } of failed) notices.show(fault, publicId)
  } else if (saved.length + failed.length > 0) {
    const named = failed.map(({ publicId, fault }) => ({ name: devices.nameOf(publicId), fault }))
    const folder = commonFolder(saved.map(({ path }) => path))
    notices.add({ kind: 'screenshots-saved', n: saved.length, folder, failed: named }, null)
  }
  if (costing.length > 0) useDialogs().open({ kind: 'screenshots', publicIds: costing, toClipboard: false })
}

/** Returns why no screenshot of these phones is possible, in a sentence; null if one is. */
export function whyNoScreenshot(publicIds: readonly string[]): string | null {
  const reasons = publicIds.map(whyNotOf)
  if (reasons.includes(null)) return null
  return reasons.length === 1 ? (reasons[0] ?? null) : messages.act.noneCan
}

/** Returns whether a phone can't be asked for a snapshot. */
export const isShut = ({ state }: TileState): boolean =>
  state === 'offline' || state === 'blocked' || state === 'automation'

function whyNotOf(publicId: string): string | null {
  const tile = useTiles().tiles.get(publicId)
  if (tile?.state === 'live') return null
  const lacking = whyLacks('read')
  if (lacking) return lacking
  const noneLeft = usedUp('snapshots')
  if (noneLeft) return describeFault(noneLeft).sentence
  return tile && isShut(tile) ? (describeTile(tile)?.sentence ?? null) : null
}
