import type { IncomingMessage } from 'node:http'
import { authorize } from '../auth/authorize'
import { isRefusedUserAgent } from '../auth/user-agent'
import type { Scope } from '../config'
import type { Operation } from '../api/endpoints'
import { ENDPOINTS, OPERATIONS } from '../api/endpoints'
import type { Reply } from '../http/reply'
import type { Route } from '../http/routes'
import { findRoute } from '../http/routes'
import type { World } from '../world/world'
import { postAction } from './actions'
import { getAutomation, launchAutomation, listAutomations } from './automations'
import type { Call, KeyedCall, PhoneCall } from './call'
import { phoneOf } from './call'
import { updateDevice } from './device-patch'
import { getDevice, getSnapshot, listDevices } from './devices'
import { answerPlanned, refusedUserAgent } from './planned-fault'
import { createTicket, uploadFile, uploadFileDirect } from './uploads'
import { getUsage } from './usage'

type Answer = Promise<Reply> | Reply

type Handler = (call: Call) => Answer

interface ApiRoute extends Route {
  operation: Operation
  run: Handler
}

/** A key of the account, with the scope, within the general rates. */
function keyed(scope: Scope, run: (call: KeyedCall) => Answer): Handler {
  return (call) => {
    const key = authorize(call.request, call.world.keys, scope)
    call.world.rates.takeGeneral(key.id)
    return run({ ...call, key })
  }
}

/** The same for a call about one phone. */
function onPhone(scope: Scope, run: (call: PhoneCall) => Answer): Handler {
  return keyed(scope, (call) => {
    const phone = phoneOf(call)
    call.world.rates.take('per_device', phone.publicId)
    return run({ ...call, phone })
  })
}

function handlers(): Record<Operation, Handler> {
  const at = ENDPOINTS
  return {
    listDevices: keyed(at.listDevices.scope, listDevices),
    getDevice: onPhone(at.getDevice.scope, getDevice),
    getSnapshot: onPhone(at.getSnapshot.scope, getSnapshot),
    updateDevice: onPhone(at.updateDevice.scope, updateDevice),
    performAction: onPhone(at.performAction.scope, postAction),
    createUploadTicket: onPhone(at.createUploadTicket.scope, createTicket),
    uploadFile,
    uploadFileDirect: onPhone(at.uploadFileDirect.scope, uploadFileDirect),
    getUsage: keyed(at.getUsage.scope, getUsage),
    launchAutomation: onPhone(at.launchAutomation.scope, launchAutomation),
    listAutomations: onPhone(at.listAutomations.scope, listAutomations),
    getAutomation: keyed(at.getAutomation.scope, getAutomation),
  }
}

/** The REST part of the service: every endpoint of spec section 4. */
export class Api {
  private readonly routes: ApiRoute[]

  constructor(private readonly world: World) {
    const run = handlers()
    this.routes = OPERATIONS.map((operation) => {
      const { method, path } = ENDPOINTS[operation]
      return { operation, method, path: `/v1${path}`, run: run[operation] }
    })
  }

  /** Answers a request under `/v1`. @throws Problem */
  async answer(request: IncomingMessage, url: URL): Promise<Reply> {
    if (isRefusedUserAgent(request.headers['user-agent'])) return refusedUserAgent()
    const { route, parameters } = findRoute(this.routes, request.method ?? '', url.pathname)
    const fault = this.world.faults.take(route.operation)
    const call = { request, url, parameters, world: this.world }
    if (!fault) return route.run(call)
    if (fault.after) await route.run(call)
    return answerPlanned(fault, route.operation, call)
  }
}
