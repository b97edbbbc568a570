import { setTimeout } from 'node:timers/promises'
import { systemClock } from '../../core/time/clock'
import { toJsonLine } from '../../core/disk/json-line'
import { UsageError } from '../../core/base/start-arguments'
import { createDeviceApi } from '../../core/service/device-api'
import { isRateLimit, retryAfterMs } from '../../core/service/fault-policy'
import { createHttpClient } from '../../core/service/http-client'
import type { Device } from '../../../src-shared/protocol/device'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { faultOf } from '../../../src-shared/protocol/fault'
import { fleetOptions, readArguments } from '../terminal/arguments'
import { chooseFleet, tellSilence, type FleetChoice } from '../fleet/fleet-access'
import { openPhones } from '../fleet/open-phones'
import { plain, exits, type Terminal } from '../terminal/terminal'
import { selectPhones } from '../fleet/select-phones'

const rateWaitMs = 60_000
const leastWaitMs = 1000

/** `fleetwall phones`: lists phones. Reads the list alone, unless live ones are asked for. */
export async function phones(args: readonly string[], terminal: Terminal): Promise<number> {
  const { values, positionals } = readArguments(args, {
    ...fleetOptions,
    phones: { type: 'string' },
    json: { type: 'boolean' },
  })
  if (positionals.length > 0) throw new UsageError(`phones takes no ${positionals[0] ?? ''}`)
  const listed = await list(values, values.phones ?? 'all', terminal)
  terminal.print(values.json === true ? listed.map(jsonLine).join('') : table(listed))
  return exits.passed
}

async function list(choice: FleetChoice, selector: string, terminal: Terminal): Promise<Device[]> {
  if (terminal.running || selector.split(',').includes('state=live')) {
    const open = await openPhones(choice, selector, terminal)
    const ids = new Set(open.phones.map(({ publicId }) => publicId))
    const live = open.fleet.devices.filter((device) => ids.has(device.public_id))
    open.close()
    return live
  }
  const { access, close } = await chooseFleet(choice, terminal)
  const http = createHttpClient(access.baseUrl, access.apiKey, {
    clock: systemClock,
    random: Math.random,
    route: access.route,
  })
  try {
    const api = createDeviceApi(http)
    const { entries } = await tellSilence(
      access,
      terminal,
      onceAllowed(() => api.devices()),
    )
    return selectPhones(selector, entries).devices
  } finally {
    http.close()
    close()
  }
}

/** Asks again while the service limits the rate (spec 7, rule 3), for a minute at most. @throws FaultError */
async function onceAllowed<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  const until = systemClock.monotonic() + rateWaitMs
  for (;;) {
    try {
      return await ask()
    } catch (thrown) {
      const fault = faultOf(thrown)
      const waitMs = Math.max(leastWaitMs, retryAfterMs(fault))
      if (!isRateLimit(fault) || systemClock.monotonic() + waitMs > until) throw thrown
      await setTimeout(waitMs)
    }
  }
}

function jsonLine(device: Device): string {
  const { public_id: id, name, custom_name: customName, notes, labels } = device
  return toJsonLine({
    id,
    name: deviceName(device),
    originalName: name,
    customName,
    notes,
    labels: labels.map((label) => label.name),
  })
}

function table(devices: readonly Device[]): string {
  const rows = devices.map((device) => [
    plain(device.public_id),
    plain(deviceName(device)),
    device.labels.map(({ name }) => plain(name)).join(', '),
  ])
  const widths = [0, 1].map((column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map(([id = '', name = '', labels = '']) =>
      `${id.padEnd(widths[0] ?? 0)}  ${name.padEnd(widths[1] ?? 0)}  ${labels}`.trimEnd(),
    )
    .map((line) => `${line}\n`)
    .join('')
}
