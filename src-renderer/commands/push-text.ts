import { useDevices } from '../stores/devices'
import { useFleets } from '../stores/fleets'
import { useTiles } from '../stores/tiles'
import { useTransfers } from '../stores/transfers'
import { useUsage } from '../stores/usage'
import { messages } from '../text/messages'

/** Whom files go to: the phone's name, or how many phones. */
export function pushTarget(publicIds: readonly string[]): string {
  const [first = ''] = publicIds
  return publicIds.length === 1
    ? useDevices().nameOf(first)
    : messages.inspector.phones({ n: publicIds.length })
}

/** What a drop of so many files on these phones would do. */
export function pushHint(n: number, publicIds: readonly string[]): string {
  return publicIds.length === 1
    ? messages.drop.toPhone({ n, name: pushTarget(publicIds) })
    : messages.drop.toPhones({ n, phones: publicIds.length })
}

/** Of the open fleet's day, for which no file waits yet; Infinity while that is not known. */
function uploadsLeft(): number {
  const { usage } = useUsage()
  const fleet = useFleets().active?.id
  const underWay = useTransfers().underWay.filter(({ fleetId }) => fleetId === fleet).length
  return usage ? Math.max(0, usage.uploads.remaining - underWay) : Infinity
}

/** What is to be known before so many files go to these phones: who is offline, and a budget that will not do. */
export function pushWarnings(files: number, publicIds: readonly string[]): string[] {
  const { conditions } = useTiles()
  const offline = publicIds.filter((publicId) => conditions.get(publicId) === 'offline').length
  const left = uploadsLeft()
  return [
    offline === 0
      ? []
      : publicIds.length === 1
        ? messages.drop.isOffline
        : messages.drop.someOffline({ n: offline }),
    left < files * publicIds.length ? messages.drop.uploadsLeft({ n: left }) : [],
  ].flat()
}
