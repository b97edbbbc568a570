import type { Bridge } from '../../../src-shared/bridge/connect'
import type { Task } from '../../../src-shared/features/task-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import { faultOf, type Fault } from '../../../src-shared/protocol/fault'
import { useDevices } from '../../stores/devices'
import { commonFolder } from '../../rules/common-folder'
import { useDialogs } from '../../stores/dialogs'
import { whyLacks } from '../../commands/why-lacks'
import { useNotices } from '../../stores/notices'
import { useTasks } from '../../stores/tasks'
import { useTiles } from '../../stores/tiles'
import { describeFault } from '../../text/describe/describe-fault'
import { describeTile } from '../../text/describe/describe-tile'
import { messages } from '../../text/messages'
import { usedUp } from '../../commands/used-up'

/** Saves screenshots as files. Asks first where they would cost snapshots, unless `mayCost`. */
export async function takeScreenshots(
  bridge: Pick<Bridge, 'call'>,
  publicIds: readonly string[],
  mayCost: boolean,
): Promise<void> {
  const devices = useDevices()
  const notices = useNotices()
  const only = publicIds.length === 1 ? (publicIds[0] ?? null) : null
  try {
    const taken = await bridge.call('devices.screenshot', { publicIds: [...publicIds], mayCost })
    const task = taken.task === undefined ? null : await useTasks().ended(taken.task)
    const paths = [...taken.saved, ...(task?.steps ?? [])].flatMap(({ path }) => path ?? [])
    const failed = [...taken.failed, ...missedIn(task)]
    if (only !== null) {
      for (const path of paths) notices.add({ kind: 'saved', path }, null)
      for (const { fault } of failed) notices.show(fault, only)
    } else if (paths.length + failed.length > 0) {
      const named = failed.map(({ publicId, fault }) => ({ name: devices.nameOf(publicId), fault }))
      notices.add(
        { kind: 'screenshots-saved', n: paths.length, folder: commonFolder(paths), failed: named },
        null,
      )
    }
    const { costing } = taken
    if (costing.length > 0) useDialogs().open({ kind: 'screenshots', publicIds: costing, toClipboard: false })
  } catch (thrown) {
    notices.show(faultOf(thrown), only)
  }
}

/** What failed in a task; not what was cancelled. */
function missedIn(task: Task | null): { publicId: string; fault: Fault }[] {
  return (task?.steps ?? []).flatMap(({ publicId, state, fault }) => {
    const because = fault ?? task?.endedBy
    return because && (state === 'failed' || state === 'not-tried') ? [{ publicId, fault: because }] : []
  })
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
