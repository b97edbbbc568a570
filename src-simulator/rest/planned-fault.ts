import { bearer } from '../auth/authorize'
import type { RateLayer } from '../config'
import type { Operation } from '../api/endpoints'
import { isTooMany, Problem, tooMany } from '../http/problem'
import type { Reply } from '../http/reply'
import { plain } from '../http/reply'
import type { Fault } from '../world/faults'
import type { Call } from './call'

/** Whose bucket of a layer a call would take from. */
function subjectOf(layer: RateLayer, { request, world, parameters }: Call): string {
  switch (layer) {
    case 'per_key':
    case 'upload_endpoint': {
      const credential = bearer(request) ?? ''
      return (world.keys.find(credential) ?? world.tickets.keyOf(credential))?.id ?? ''
    }
    case 'per_device':
    case 'device_edits':
    case 'automation_launch_device':
    case 'connects_per_device':
      return parameters['public_id'] ?? ''
    case 'per_account':
    case 'account_edits':
    case 'automation_launch_account':
    case 'automation_reads':
      return 'account'
  }
}

/** The answer of the network layer in front of the API (spec section 7, rule 4). */
export function refusedUserAgent(): Reply {
  return plain(403, 'error code: 1010')
}

/** Answers a call as admin has planned. @throws Problem with the planned code */
export function answerPlanned({ code, layer }: Fault, operation: Operation, call: Call): Reply {
  if (code === 'user_agent_1010') return refusedUserAgent()
  const detail = `Planned by a test (${code})`
  if (isTooMany(code)) {
    const remaining = layer ? call.world.rates.remaining(layer, subjectOf(layer, call)) : 0
    throw tooMany(code, layer ?? 'planned', 1000, detail, remaining)
  }
  const unprocessable = code === 'invalid_action' && operation === 'updateDevice'
  throw new Problem(code, detail, unprocessable ? { status: 422 } : {})
}
