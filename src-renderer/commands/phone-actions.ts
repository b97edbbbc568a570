import type { Bridge } from '../../src-shared/bridge/connect'
import type { BusyWith } from '../../src-shared/features/phones'
import type { Preferences } from '../../src-shared/features/preferences-state'
import type { Deed } from '../../src-shared/protocol/action'
import type { Size } from '../../src-shared/protocol/device'
import { faultOf } from '../../src-shared/protocol/fault'
import { useArrangement } from '../stores/arrangement'
import { useConnection } from '../stores/connection'
import { useNotices } from '../stores/notices'
import { usePreferences } from '../stores/preferences'
import { useTiles } from '../stores/tiles'
import { useSelection } from '../stores/selection'
import { describeFault } from '../text/describe/describe-fault'
import { describeTile } from '../text/describe/describe-tile'
import { messages } from '../text/messages'
import { askMany } from './ask-many'
import { usedUp } from './used-up'
import { whyLacks } from './why-lacks'

/** Runs one action on a phone. A failure shows on its tile. @param space as for the bridge's `device.act` @returns whether it was done */
export async function act(
  bridge: Bridge,
  publicId: string,
  action: Deed,
  space: Size | null = null,
): Promise<boolean> {
  const notices = useNotices()
  try {
    await bridge.call('device.act', { publicId, action, ...(space ? { space } : {}) })
    return true
  } catch (thrown) {
    notices.show(faultOf(thrown), publicId, action)
    return false
  }
}

/**
 * Runs one action on phones: directly on one, as a task on several.
 * @param space as for the bridge's `device.act`
 * @returns whether one phone has done it, or the task that has begun
 */
export async function actOn(
  bridge: Bridge,
  publicIds: readonly string[],
  action: Deed,
  space: Size | null = null,
): Promise<boolean | { id: string }> {
  const notices = useNotices()
  const { isViewOnly } = useArrangement()
  const [first] = publicIds
  if (first !== undefined && publicIds.length === 1) return act(bridge, first, action, space)
  // Said on each of them before the others do it.
  for (const publicId of publicIds.filter(isViewOnly)) notices.show({ kind: 'view-only' }, publicId)
  try {
    return await bridge.call('devices.act', {
      publicIds: publicIds.filter((publicId) => !isViewOnly(publicId)),
      action,
      ...(space ? { space } : {}),
    })
  } catch (thrown) {
    notices.show(faultOf(thrown), null, action)
    return false
  }
}

/** Drops the input that waits on a phone, which its tile says. */
export function giveUpInput(bridge: Pick<Bridge, 'tell'>, publicId: string, busyWith: BusyWith): void {
  bridge.tell('control.giveUp', { publicId })
  useNotices().add({ kind: 'waiting-cancelled', busyWith }, publicId)
}

/** Returns how many actions of the day's budget one action on these phones costs. */
export function costOf(publicIds: readonly string[]): number {
  return useSelection().actingWith(publicIds).length
}

/** Returns why none of these phones takes an action, in a sentence; null if one does. */
export function whyNotAct(publicIds: readonly string[]): string | null {
  const { isViewOnly } = useArrangement()
  const free = publicIds.filter((publicId) => !isViewOnly(publicId))
  return free.length === 0 && publicIds.length > 0 ? messages.commands.why.viewOnly : whyNotAsk(free)
}

/** Returns why none of these phones answers a question, in a sentence; null if one does. */
export function whyNotAsk(publicIds: readonly string[]): string | null {
  const tiles = useTiles()
  const lacking = whyLacks('control')
  if (lacking) return lacking
  const noneLeft = usedUp('actions')
  if (noneLeft) return describeFault(noneLeft).sentence
  const reasons = publicIds.map((publicId) => {
    const tile = tiles.tiles.get(publicId)
    const isShut = tile && ['offline', 'blocked', 'automation'].includes(tile.state)
    return isShut ? (describeTile(tile)?.sentence ?? null) : null
  })
  if (reasons.includes(null)) return null
  return reasons.length === 1 ? (reasons[0] ?? null) : messages.act.noneCan
}

/** Runs the action that the settings give a mouse button; like its command, Lock asks first on many phones. */
export function clickOn(bridge: Bridge, publicId: string, button: keyof Preferences['mouse']): void {
  const { vocabulary } = useConnection()
  const preset = usePreferences().now.mouse[button]
  if (preset === 'none' || !vocabulary) return
  const run = () => void act(bridge, publicId, { type: 'press', name: vocabulary.presets[preset] })
  if (preset === 'lock') askMany(messages.commands.titles['phone.lock'], costOf([publicId]), run)
  else run()
}
