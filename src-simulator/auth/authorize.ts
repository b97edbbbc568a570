import type { IncomingMessage } from 'node:http'
import type { Scope } from '../config'
import { Problem } from '../http/problem'
import type { ApiKey, KeyRing } from '../world/keys'

/** The credential of `Authorization: Bearer`, if there is one. */
export function bearer(request: IncomingMessage): string | undefined {
  return /^Bearer +(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}

/** The address that a request comes from, in its plain form. */
export function addressOf(request: IncomingMessage): string {
  return (request.socket.remoteAddress ?? '').replace(/^::ffff:/, '')
}

/** @throws Problem `forbidden` when the account or the key is not active, or not from this address (spec section 5) */
export function assertUsable(key: ApiKey, address: string): void {
  const { account } = key
  if (account.state !== 'active') throw new Problem('forbidden', `The account is ${account.state}`)
  if (key.state !== 'active') throw new Problem('forbidden', `The key is ${key.state}`)
  if (!key.allows(address)) throw new Problem('forbidden', 'The key is not allowed from this IP address')
}

/**
 * Finds the key of a REST call and checks that it may make it.
 * @throws Problem `unauthorized` or `forbidden`, whose detail names the scope that is missing
 */
export function authorize(request: IncomingMessage, keys: KeyRing, scope: Scope): ApiKey {
  const key = keys.find(bearer(request) ?? '')
  if (!key) {
    const headers = { 'WWW-Authenticate': 'Bearer' }
    throw new Problem('unauthorized', 'The API key is missing or invalid', { headers })
  }
  assertUsable(key, addressOf(request))
  if (!key.scopes.has(scope)) throw new Problem('forbidden', `Scope ${scope} is required`)
  return key
}
