import { createDeviceList } from '../account/device-list'
import { createFindExhaustedBudget } from '../account/find-exhausted-budget'
import { meterApi, UsageMeter } from '../account/usage-meter'
import type { BudgetName } from '../../../src-shared/protocol/budget-name'
import { createBackoff } from '../time/backoff'
import type { FleetOptions } from './fleet'
import type { Signals } from './signals'
import type { ServicePart } from './wire-service'

export type AccountPart = ReturnType<typeof wireAccount>

/** Makes the account's device list and budgets, and the endpoints that count their cost. */
export function wireAccount(
  { random, events, onSpent, labels }: FleetOptions,
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
    onState: (state) => signals.emit('devices', state),
    onLeftOut: (n) => events.notice(null, { kind: 'phones-left-out', n }),
  })
  const meter = new UsageMeter({
    clock,
    random,
    api: endpoints,
    serverClock: http.serverClock,
    onState(state) {
      events.usage(state)
      signals.emit('usage', state)
    },
    onWarning: (fault) => events.notice(null, fault),
  })
  signals.on('jump', () => meter.clockWasSet())
  const spentOn = (publicId: string, budget: BudgetName) => {
    meter.spent(budget, 1)
    onSpent(publicId, budget)
  }
  signals.on('gesture', (publicId) => spentOn(publicId, 'actions'))

  return {
    list,
    meter,
    spentOn,
    api: meterApi(endpoints, (budget, publicId) => spentOn(publicId, budget)),
    findUsedUp: createFindExhaustedBudget(clock, meter),
    close() {
      list.close()
      meter.close()
    },
  }
}
