import type { Fault } from '../../src-shared/protocol/fault'
import { useDevices } from '../stores/devices'
import { useFleets } from '../stores/fleets'
import { useTiles } from '../stores/tiles'
import { useUploads } from '../stores/uploads'
import { describeFault } from '../text/describe/describe-fault'
import { messages } from '../text/messages'
import { formatInstant } from '../text/numbers'
import { usageOfToday, usedUp } from './used-up'

/** Whom files go to: the phone's name, or how many phones. */
export function uploadTarget(publicIds: readonly string[]): string {
  const [first = ''] = publicIds
  return publicIds.length === 1
    ? useDevices().nameOf(first)
    : messages.inspector.phones({ n: publicIds.length })
}

/** What a drop of so many files on these phones would do. */
export function uploadHint(n: number, publicIds: readonly string[]): string {
  return publicIds.length === 1
    ? messages.drop.toPhone({ n, name: uploadTarget(publicIds) })
    : messages.drop.toPhones({ n, phones: publicIds.length })
}

/** Nobody knows of a phone that was let go whether it still is what it was. */
function isOffline(publicId: string): boolean {
  const { conditions, tiles } = useTiles()
  return conditions.get(publicId) === 'offline' && tiles.get(publicId)?.state !== 'idle'
}

/** Why no file can be sent to any of these phones now; null where one can, or that is not known. */
export function whyNotUpload(publicIds: readonly string[]): Fault | null {
  if (useFleets().lacks('upload')) return { kind: 'scope-missing', scope: 'upload' }
  const noneLeft = usedUp('uploads')
  if (noneLeft) return noneLeft
  return publicIds.length > 0 && publicIds.every(isOffline)
    ? { kind: 'none-online', phones: publicIds.length, name: uploadTarget(publicIds.slice(0, 1)) }
    : null
}

/** The same in words. */
export function whyNotUploadText(publicIds: readonly string[]): string | null {
  const fault = whyNotUpload(publicIds)
  if (fault?.kind === 'scope-missing') return messages.scopes.lacks({ scope: fault.scope })
  return fault && describeFault(fault).sentence
}

/** That the open fleet's day has no room for so many uploads beside those that wait already; null where it has, or that is not known. */
function tightBudget(uploads: number): string | null {
  const usage = usageOfToday()
  if (!usage) return null
  const fleet = useFleets().active?.id
  const underWay = useUploads().underWay.filter(({ fleetId }) => fleetId === fleet).length
  const n = Math.max(0, usage.uploads.remaining - underWay)
  const time = formatInstant(usage.resets_at)
  if (n >= uploads) return null
  return n === 0 ? messages.drop.noneLeft({ time }) : messages.drop.someGo({ n, uploads, time })
}

/** What is to be known before so many files go to these phones: who is offline, and a budget that will not do. */
export function uploadWarnings(files: number, publicIds: readonly string[]): string[] {
  const offline = publicIds.filter(isOffline).length
  return [
    offline === 0
      ? []
      : publicIds.length === 1
        ? messages.drop.isOffline
        : messages.drop.someOffline({ n: offline }),
    tightBudget(files * publicIds.length) ?? [],
  ].flat()
}
