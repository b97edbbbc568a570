import type { DeviceEdit } from '../../src-shared/bridge/contract'
import type { AutomationLaunch } from '../../src-shared/protocol/automation'
import { limits } from '../../src-shared/protocol/limits'
import type { AutomationWatch } from './automation-watch'
import { createBulkRuns, type BulkRuns, type BulkRunsOptions } from './bulk-run'
import type { DeviceApi } from './device-api'
import type { DeviceList } from './device-list'
import { editOrder } from './edit-order'
import { launchOrder } from './launch-order'
import { createRateGate } from './rate-gate'

/** What is done on many phones of a fleet at once, each kind at its own rates (spec 8). */
export interface PhoneRuns extends Omit<BulkRuns, 'start'> {
  /** Starts a run that changes the phones. @returns its id */
  edit(publicIds: readonly string[], edit: DeviceEdit): string
  /** Starts a run that launches an automation on the phones. @returns its id */
  launch(publicIds: readonly string[], launch: AutomationLaunch): string
}

export interface PhoneRunsOptions extends BulkRunsOptions {
  api: Pick<DeviceApi, 'edit'>
  list: Pick<DeviceList, 'state' | 'readAnew' | 'save'>
  watch: Pick<AutomationWatch, 'launch'>
  /** What the person calls the phone. */
  nameOf: (publicId: string) => string
}

export function createPhoneRuns({ api, list, watch, nameOf, ...options }: PhoneRunsOptions): PhoneRuns {
  const { clock, random } = options
  const { start, ...runs } = createBulkRuns(options)
  const edits = createRateGate({
    clock,
    random,
    perDevice: limits.editsPerDevice,
    perAccount: limits.editsPerAccount,
  })
  const launches = createRateGate({
    clock,
    random,
    perDevice: limits.launchesPerDevice,
    perAccount: limits.launchesPerAccount,
  })

  return {
    ...runs,
    edit: (publicIds, edit) => start(editOrder({ publicIds, edit, gate: edits, api, list })),
    launch: (publicIds, launch) => start(launchOrder({ publicIds, nameOf, launch, gate: launches, watch })),
  }
}
