import type { Device } from '../../../src-shared/protocol/device'
import { deviceName } from '../../../src-shared/protocol/device-name'
import { fitOf, selectorParts } from '../../../src-shared/protocol/phone-selector'
import { UsageError } from '../../core/base/start-arguments'
import { plain } from '../terminal/terminal'

/** What `--phones` asks for. */
export interface Selection<Of> {
  devices: Of[]
  /** Of these only phones that are reachable and not busy. */
  onlyLive: boolean
}

/**
 * Chooses phones: `all`, ids or names with `*`, `label=NAME`, and `state=live` for those of them that are live; several with
 * commas. Keeps the fleet's order.
 * @throws UsageError when no phone fits
 */
export function selectPhones(selector: string, devices: readonly Device[]): Selection<Device> {
  const parts = selectorParts(selector)
  if (parts.some((part) => part === ''))
    throw new UsageError('--phones takes all, ids or names, label=NAME or state=live')
  const onlyLive = parts.includes('state=live')
  const wanted = parts.filter((part) => part !== 'state=live')
  const state = wanted.find((part) => part.startsWith('state='))
  if (state !== undefined) throw new UsageError(`--phones knows state=live, not ${state.slice(0, 60)}`)
  if (devices.length === 0) throw new UsageError('the fleet has no phones')
  const fits = wanted.length === 0 ? [() => true] : wanted.map(fitOf)
  const chosen = devices.filter((device) => fits.some((fit) => fit(device)))
  for (const [at, fit] of fits.entries())
    if (!devices.some(fit))
      throw new UsageError(`no phone fits ${wanted[at] ?? selector}. There are ${someOf(devices)}`)
  return { devices: chosen, onlyLive }
}

const mostNamed = 12

const someOf = (devices: readonly Device[]) => {
  const names = devices
    .slice(0, mostNamed)
    .map((device) => plain(deviceName(device)))
    .join(', ')
  return devices.length > mostNamed ? `${names} and ${devices.length - mostNamed} more` : names
}
