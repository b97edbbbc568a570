import { deviceName } from '../../src-shared/protocol/device-name'
import { keyOf, readSheet, type Sheet } from '../../src-shared/sheets/sheet'
import type { Table } from '../../src-shared/sheets/table'
import { useArrangement } from './arrangement'
import { useDevices } from './devices'

/**
 * Finds the phone of each row of a table. Where no column names phones, rows are counted along `meant`, in the order of the wall.
 * @param meant public ids
 * @param isOnce whether a phone may have one row only
 */
export function readAlongWall(table: Table, meant: ReadonlySet<string>, isOnce: boolean): Sheet {
  const isByPlace = keyOf(table) === 'position'
  const phones = useArrangement()
    .arranged(useDevices().devices)
    .filter((device) => !isByPlace || meant.has(device.public_id))
    .map((device) => ({ publicId: device.public_id, name: deviceName(device), original: device.name }))
  return readSheet(table, phones, { isOnce })
}
