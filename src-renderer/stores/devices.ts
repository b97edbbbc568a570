import { defineStore } from 'pinia'
import { computed, shallowRef } from 'vue'
import type { DevicesState } from '../../src-shared/features/phones'
import { deviceName } from '../../src-shared/protocol/device-name'

/** The phones of the open fleet, as the service lists them. */
export const useDevices = defineStore('devices', () => {
  const state = shallowRef<DevicesState>({ status: 'loading', devices: [], fault: null })
  const status = computed(() => state.value.status)
  const fault = computed(() => state.value.fault)
  const devices = computed(() => state.value.devices)
  const unusedLabels = computed(() => state.value.unusedLabels ?? [])
  const byId = computed(() => new Map(devices.value.map((device) => [device.public_id, device])))

  const replace = (next: DevicesState) => (state.value = next)
  const nameOf = (publicId: string) => {
    const device = byId.value.get(publicId)
    return device ? deviceName(device) : publicId
  }

  return { status, fault, devices, unusedLabels, byId, replace, nameOf }
})
