import type { FleetAccess } from './fleet-address'
import { fleetAddress } from './fleet-address'

/**
 * Returns the fleet that `FLEETWALL_BASE_URL`, `FLEETWALL_WS_BASE_URL` (optional) and `FLEETWALL_API_KEY` name for this
 * run; null when they name none. Deletes the key from `environment`, so that no child process gets it.
 * @throws Error with a sentence for the user
 */
export function takeEnvironmentFleet(environment: NodeJS.ProcessEnv): FleetAccess | null {
  const { FLEETWALL_BASE_URL: base, FLEETWALL_WS_BASE_URL: wsBase, FLEETWALL_API_KEY: apiKey } = environment
  delete environment['FLEETWALL_API_KEY']
  if (!base && !apiKey) return null
  if (apiKey && !/^[!-~]+$/.test(apiKey.trim())) throw new Error('FLEETWALL_API_KEY is not a key.')
  if (!base || !apiKey)
    throw new Error('FLEETWALL_BASE_URL and FLEETWALL_API_KEY go together, and one is not set.')
  try {
    return { ...fleetAddress(base, wsBase ?? ''), apiKey: apiKey.trim() }
  } catch {
    throw new Error(
      'FLEETWALL_BASE_URL takes an https address and FLEETWALL_WS_BASE_URL a wss address; http and ws are for this machine alone.',
    )
  }
}
