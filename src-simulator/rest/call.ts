import type { IncomingMessage } from 'node:http'
import { Problem } from '../http/problem'
import type { ApiKey } from '../world/keys'
import type { Phone } from '../world/phone'
import type { World } from '../world/world'

/** A REST call on its way through: what its handler is given. */
export interface Call {
  request: IncomingMessage
  url: URL
  parameters: Record<string, string>
  world: World
}

/** A call whose key has been checked. */
export interface KeyedCall extends Call {
  key: ApiKey
}

/** A call about one phone. */
export interface PhoneCall extends KeyedCall {
  phone: Phone
}

/** The phone that the path names. @throws Problem `device_not_found` */
export function phoneOf({ world, parameters }: Call): Phone {
  const phone = world.phones.get(parameters['public_id'] ?? '')
  if (!phone) throw new Problem('device_not_found', 'There is no such device in the account')
  return phone
}
