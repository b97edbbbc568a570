import type { Bridge } from '../../src-shared/bridge/connect'
import { faultOf } from '../../src-shared/protocol/fault'
import { useDialogs } from '../stores/dialogs'
import { useFleets } from '../stores/fleets'
import { useNotices } from '../stores/notices'
import { useTiles } from '../stores/tiles'
import { describeFault } from '../text/describe/describe-fault'
import { describeTile } from '../text/describe/describe-tile'
import { messages } from '../text/messages'
import { fewAtOnce } from '../rules/few-at-once'
import { usedUp } from './used-up'

/** Saves screenshots as files. Asks first where they would cost snapshots, unless `mayCost`. */
export async function takeScreenshots(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  mayCost: boolean,
): Promise<void> {
  const dialogs = useDialogs()
  const costing: string[] = []
  const takeOne = async (publicId: string) => {
    if (!(await take(bridge, publicId, mayCost))) costing.push(publicId)
  }
  await fewAtOnce(publicIds, takeOne, mayCost)
  if (costing.length > 0) dialogs.screenshots = costing
}

/** @returns false if it would cost a snapshot and may not */
async function take(bridge: Pick<Bridge, 'call'>, publicId: string, mayCost: boolean): Promise<boolean> {
  const notices = useNotices()
  try {
    const taken = await bridge.call('device.screenshot', { publicId, mayCost })
    if (taken.kind === 'costs') return false
    notices.add({ kind: 'saved', path: taken.path }, publicId)
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId)
  }
  return true
}

/** Returns why no screenshot of these phones is possible, in a sentence; null if one is. */
export function whyNoScreenshot(publicIds: readonly string[]): string | null {
  const reasons = publicIds.map(whyNotOf)
  if (reasons.includes(null)) return null
  return reasons.length === 1 ? (reasons[0] ?? null) : messages.act.noneCan
}

function whyNotOf(publicId: string): string | null {
  const tile = useTiles().tiles.get(publicId)
  if (tile?.state === 'live') return null
  if (useFleets().lacks('read')) return messages.scopes.missing({ scope: 'read' })
  const noneLeft = usedUp('snapshots')
  if (noneLeft) return describeFault(noneLeft).sentence
  const isShut = tile && ['offline', 'blocked', 'automation'].includes(tile.state)
  return isShut ? (describeTile(tile)?.sentence ?? null) : null
}
