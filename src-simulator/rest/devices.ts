import { json, jpeg } from '../http/reply'
import type { Reply } from '../http/reply'
import type { DeviceRecord } from '../world/phone'
import type { DeviceDetail, DeviceItem } from '../api/answers'
import type { KeyedCall, PhoneCall } from './call'

/** A Device of spec section 2: an item of the list, and the answer to an edit. */
export function deviceItem(record: DeviceRecord): DeviceItem {
  return {
    public_id: record.publicId,
    name: record.name,
    custom_name: record.customName,
    notes: record.notes,
    labels: record.labels,
    dashboard_id: record.dashboardId,
    dashboard_url: record.dashboardUrl,
  }
}

/** GET /devices (spec 4.1). */
export function listDevices({ world }: KeyedCall): Reply {
  return json([...world.phones.values()].map(({ record }) => deviceItem(record)))
}

/** GET /devices/{public_id} (spec 4.2). */
export async function getDevice({ world, phone }: PhoneCall): Promise<Reply> {
  await world.reach(phone)
  const { screen, snapshot } = phone.record
  return json({ ...deviceItem(phone.record), screen, snapshot } satisfies DeviceDetail)
}

/** GET /devices/{public_id}/snapshot (spec 4.3). */
export function getSnapshot({ world, phone }: PhoneCall): Promise<Reply> {
  phone.assertNotBlocked()
  return world.usage.charge('snapshots', async () => {
    await world.reach(phone)
    return jpeg(await phone.handset.snapshot())
  })
}
