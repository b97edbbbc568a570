import type { BusyPhone } from '../../../src-shared/features/jobs'
import type { Fault } from '../../../src-shared/protocol/fault'
import { useArrangement } from '../../stores/arrangement'
import { useDevices } from '../../stores/devices'
import { useFleets } from '../../stores/fleets'
import { useTiles } from '../../stores/tiles'
import { useUploads } from './uploads'
import { describeFault } from '../../text/describe/describe-fault'
import { jobName } from '../../text/describe/describe-job'
import { messages } from '../../text/messages'
import { formatInstant } from '../../text/numbers'
import { usageOfToday, usedUp } from '../../commands/used-up'

const mostJobs = 3

/** Returns the target in words: the phone's name, or the number of phones. */
export function uploadTarget(publicIds: readonly string[]): string {
  const [first = ''] = publicIds
  return publicIds.length === 1
    ? useDevices().nameOf(first)
    : messages.inspector.phones({ n: publicIds.length })
}

/** Describes a drop of so many files on these phones. */
export function uploadHint(n: number, publicIds: readonly string[]): string {
  return publicIds.length === 1
    ? messages.drop.toPhone({ n, name: uploadTarget(publicIds) })
    : messages.drop.toPhones({ n, phones: publicIds.length })
}

/** Returns whether a phone is known to be offline; an idle one may be back. */
function isOffline(publicId: string): boolean {
  const { conditions, tiles } = useTiles()
  return conditions.get(publicId) === 'offline' && tiles.get(publicId)?.state !== 'idle'
}

/** Returns why none of these phones can take a file; null if one may. */
export function whyNotUpload(publicIds: readonly string[]): Fault | null {
  if (useFleets().lacks('upload')) return { kind: 'scope-missing', scope: 'upload' }
  if (publicIds.length > 0 && publicIds.every(useArrangement().isViewOnly)) return { kind: 'view-only' }
  const noneLeft = usedUp('uploads')
  if (noneLeft) return noneLeft
  return publicIds.length > 0 && publicIds.every(isOffline)
    ? { kind: 'none-online', phones: publicIds.length, name: uploadTarget(publicIds.slice(0, 1)) }
    : null
}

/** Returns the same in words. */
export function whyNotUploadText(publicIds: readonly string[]): string | null {
  const fault = whyNotUpload(publicIds)
  if (fault?.kind === 'scope-missing') return messages.scopes.missing({ scope: fault.scope })
  return fault && describeFault(fault).sentence
}

/** Says that the day's budget is too small for these uploads and the waiting ones; null if it is not, or unknown. */
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

/** Says which jobs an upload would interrupt, the first ones by name (spec 3). */
export function interruptedJobs(busy: readonly BusyPhone[]): string[] {
  const { nameOf } = useDevices()
  const { tiles } = useTiles()
  const words = messages.drop
  const shown = busy.slice(0, mostJobs).map(({ publicId, job }) => {
    const said = { phone: nameOf(publicId), job: jobName(job) }
    const { interrupted } = tiles.get(publicId)?.job ?? {}
    return interrupted?.retryAt === null
      ? words.interruptsNth({ ...said, n: interrupted.next })
      : words.interrupts(said)
  })
  return busy.length > mostJobs ? [...shown, words.interruptsMore({ n: busy.length - mostJobs })] : shown
}

/** Counts the phones that take no upload here. */
export const viewOnlyAmong = (publicIds: readonly string[]): number =>
  publicIds.filter(useArrangement().isViewOnly).length

/** Lists warnings before an upload: phones that are view only or offline, and a budget that is too small. */
export function uploadWarnings(files: number, publicIds: readonly string[]): string[] {
  const offline = publicIds.filter(isOffline).length
  const locked = viewOnlyAmong(publicIds)
  return [
    locked === 0 ? [] : messages.drop.someViewOnly({ n: locked }),
    offline === 0
      ? []
      : publicIds.length === 1
        ? messages.drop.isOffline
        : messages.drop.someOffline({ n: offline }),
    tightBudget(files * publicIds.length) ?? [],
  ].flat()
}
