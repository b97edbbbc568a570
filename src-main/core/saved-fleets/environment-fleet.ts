import { closeSync, readFileSync, statSync } from 'node:fs'
import type { FleetAccess } from './fleet-address'
import { fleetAddress } from './fleet-address'

const longestKeyFileBytes = 10_000

/**
 * Returns the fleet that the environment names for this run; null when it names none: `FLEETWALL_BASE_URL`,
 * `FLEETWALL_WS_BASE_URL` (optional), and the key in `FLEETWALL_API_KEY` or in the file `FLEETWALL_API_KEY_FILE`. The start
 * command hands its key over by a pipe, whose number is in `FLEETWALL_API_KEY_FD` (decision 0015). Deletes the key from
 * `environment`, so that no later child gets it.
 * @throws Error with a sentence for the user
 */
export function takeEnvironmentFleet(environment: NodeJS.ProcessEnv): FleetAccess | null {
  const { FLEETWALL_BASE_URL: base, FLEETWALL_WS_BASE_URL: wsBase } = environment
  const apiKey = takeKey(environment)
  if (!base && !apiKey) return null
  const path = environment['FLEETWALL_API_KEY_FILE']
  if (apiKey && !/^[!-~]+$/.test(apiKey))
    throw new Error(path ? `The file ${path} holds no key.` : 'FLEETWALL_API_KEY is not a key.')
  if (!base || !apiKey)
    throw new Error('FLEETWALL_BASE_URL and FLEETWALL_API_KEY go together, and one is not set.')
  try {
    return { ...fleetAddress(base, wsBase ?? ''), apiKey }
  } catch {
    throw new Error(
      'FLEETWALL_BASE_URL takes an https address and FLEETWALL_WS_BASE_URL a wss address; http and ws are for this machine alone.',
    )
  }
}

function takeKey(environment: NodeJS.ProcessEnv): string {
  const { FLEETWALL_API_KEY: key, FLEETWALL_API_KEY_FILE: path, FLEETWALL_API_KEY_FD: pipe } = environment
  delete environment['FLEETWALL_API_KEY']
  delete environment['FLEETWALL_API_KEY_FD']
  const given = key ?? (pipe === undefined ? undefined : readPipe(Number(pipe)))
  if (given && path)
    throw new Error('FLEETWALL_API_KEY and FLEETWALL_API_KEY_FILE are both set; one is enough.')
  return (given ?? (path ? readKeyFile(path) : '')).trim()
}

function readPipe(descriptor: number): string {
  try {
    const key = readFileSync(descriptor, 'utf8')
    closeSync(descriptor)
    return key
  } catch {
    throw new Error('The start command did not hand over FLEETWALL_API_KEY.')
  }
}

function readKeyFile(path: string): string {
  let text: string
  try {
    const found = statSync(path)
    // Opening a pipe would wait for its writer.
    if (!found.isFile() || found.size > longestKeyFileBytes) throw new Error('not a key file')
    text = readFileSync(path, 'utf8').trim()
  } catch {
    throw new Error(`FLEETWALL_API_KEY_FILE names ${path}, which is not a readable file with a key.`)
  }
  if (text === '') throw new Error(`FLEETWALL_API_KEY_FILE names ${path}, which is empty.`)
  return text
}
