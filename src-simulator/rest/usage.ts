import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import type { KeyedCall } from './call'

/** GET /usage (spec 4.9). */
export function getUsage({ world }: KeyedCall): Reply {
  return json(world.usage.report())
}
