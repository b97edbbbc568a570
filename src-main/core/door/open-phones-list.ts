import type { AppState } from '../../../src-shared/bridge/app-state'
import type { TileState } from '../../../src-shared/features/tile-state'
import { deviceName } from '../../../src-shared/protocol/device-name'
import type { Size } from '../../../src-shared/protocol/device'

/** A phone, as programs know it: without addresses. */
export interface OpenPhone {
  id: string
  name: string
  /** As the service has it, and as the person calls it. */
  originalName: string
  customName: string | null
  notes: string | null
  labels: string[]
  state: TileState['state'] | 'unknown'
  /** In px of its pictures; null before it is known. */
  size: Size | null
  /** The kind of the job that it is left alone for; null for none, or an unknown kind. */
  job: string | null
}

/** Lists the phones that the window has. */
export function openPhones({ devices, tiles }: Pick<AppState, 'devices' | 'tiles'>): OpenPhone[] {
  const tileOf = new Map(tiles.map((tile) => [tile.publicId, tile]))
  return devices.devices.map((device) => {
    const tile = tileOf.get(device.public_id)
    return {
      id: device.public_id,
      name: deviceName(device),
      originalName: device.name,
      customName: device.custom_name,
      notes: device.notes,
      labels: device.labels.map(({ name }) => name),
      state: tile?.state ?? 'unknown',
      size: tile?.snapshot ?? null,
      job: tile?.job?.kind ?? null,
    }
  })
}
