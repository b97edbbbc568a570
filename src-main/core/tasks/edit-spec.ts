import type { DeviceEdit } from '../../../src-shared/bridge/device-edit'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { TaskSpec } from './task-spec'
import { checkedPatch, type DeviceApi } from '../service/device-api'
import type { DeviceList } from '../account/device-list'
import { editPatch } from './edit-patch'
import type { RateGate } from './rate-gate'

export interface EditSpecOptions {
  publicIds: readonly string[]
  edit: DeviceEdit
  gate: RateGate
  api: Pick<DeviceApi, 'edit'>
  list: Pick<DeviceList, 'state' | 'readAnew' | 'save'>
}

/**
 * The same change of many phones (spec 4.4). The list is read anew first, because labels are sent whole; what is saved is
 * in the list at once.
 */
export function editSpec({ publicIds, edit, gate, api, list }: EditSpecOptions): TaskSpec {
  const find = (publicId: string) => list.state.devices.find((device) => device.public_id === publicId)
  const colors = () =>
    new Map(list.state.devices.flatMap(({ labels }) => labels).map(({ name, color }) => [name, color]))
  /** Null when the phone is so already. */
  const patchOf = (publicId: string) => {
    const device = find(publicId)
    if (!device) throw new FaultError({ kind: 'problem', code: 'device_not_found', status: 404, detail: '' })
    const patch = editPatch(device, edit, colors())
    return Object.keys(patch).length === 0 ? null : checkedPatch(patch)
  }

  return {
    work: { kind: 'edit', edit },
    gate,
    // Repeating an edit is safe (spec 4.4, rule 9).
    idempotent: true,
    prepare: (signal) => list.readAnew(signal),
    steps: [...new Set(publicIds)].map((publicId) => {
      const device = find(publicId)
      return {
        publicId,
        deviceName: device ? deviceName(device) : publicId,
        isNeeded: () => patchOf(publicId) !== null,
        async run({ closed }) {
          const patch = patchOf(publicId)
          if (patch) list.save(await api.edit(publicId, patch, { signal: closed }))
        },
      }
    }),
  }
}
