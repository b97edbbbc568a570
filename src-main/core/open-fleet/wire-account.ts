import { createDeviceList } from '../account/device-list'
import { createFindExhaustedBudget } from '../account/find-exhausted-budget'
import { createKeyScopes } from '../account/key-scopes'
import { meterApi, UsageMeter } from '../account/usage-meter'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import type { Scope } from '../../../src-shared/protocol/scope'
import { createBackoff } from '../time/backoff'
import type { FleetOptions } from './fleet'
import type { Signals } from './signals'
import type { ServicePart } from './wire-service'

export type AccountPart = ReturnType<typeof wireAccount>

/** Makes the account's device list, budgets and scopes, and the endpoints that count their cost. */
export function wireAccount(
  { random, emit, learnsScopes, use, labels }: FleetOptions,
  service: ServicePart,
  signals: Signals,
) {
  const { clock, endpoints, http, msUntil } = service
  const list = createDeviceList({
    clock,
    backoff: createBackoff(clock, random),
    api: endpoints,
    msUntil,
    labels,
    onState: (...state) => signals.emit('devices', ...state),
    onLeftOut: (n) => emit({ type: 'notice', publicId: null, fault: { kind: 'phones-left-out', n } }),
  })
  const meter = new UsageMeter({
    clock,
    random,
    api: endpoints,
    serverClock: http.serverClock,
    onState(usage) {
      emit({ type: 'usage', usage })
      signals.emit('usage', usage)
    },
    onWarning: (fault) => emit({ type: 'notice', publicId: null, fault }),
  })
  const scopes = createKeyScopes(http, (state) => emit({ type: 'scopes', scopes: state }))
  if (learnsScopes) {
    signals.on('refused', scopes.learn)
    signals.on('devices', ({ status }) => {
      if (status !== 'ready') return
      scopes.proved('read')
      void scopes.findOut()
    })
    signals.on('tile', ({ state, control }) => {
      if (state === 'live') scopes.proved('stream')
      if (control === 'ready') scopes.proved('control')
    })
  }
  signals.on('jump', () => meter.clockWasSet())
  const spentOn = (publicId: string, budget: BudgetName) => {
    meter.spent()
    use?.spent(publicId, budget)
  }
  signals.on('gesture', (publicId) => spentOn(publicId, 'actions'))

  return {
    list,
    meter,
    scopes,
    lacks: (scope: Scope) => scopes.state[scope] === 'missing',
    spentOn,
    api: meterApi(endpoints, (budget, publicId) => spentOn(publicId, budget)),
    findUsedUp: createFindExhaustedBudget(clock, meter),
    close() {
      list.close()
      meter.close()
      scopes.close()
    },
  }
}
