import type { UploadTicket } from '../../../src-shared/protocol/upload-ticket'
import type { DeviceApi } from '../service/device-api'
import type { ServerClock } from '../service/server-clock'

/**
 * A ticket that has not expired; if a second one has too, it is the clocks that disagree, and the service may say so.
 * @throws FaultError when the service gives none
 */
export async function freshTicket(
  api: Pick<DeviceApi, 'mintTicket'>,
  serverClock: Pick<ServerClock, 'uncertaintyMs' | 'mayBePast'>,
  publicId: string,
  signal: AbortSignal,
): Promise<UploadTicket> {
  const ticket = await api.mintTicket(publicId, { signal })
  const isPast = serverClock.uncertaintyMs !== null && serverClock.mayBePast(ticket.expires_at)
  return isPast ? api.mintTicket(publicId, { signal }) : ticket
}
