import { createKeyGate, type KeyGate } from '../account/key-gate'
import { createSteadyClock } from '../time/steady-clock'
import { createDeviceApi } from '../service/device-api'
import { createHttpClient } from '../service/http-client'
import { createWsClient } from '../service/ws-client'
import type { FleetOptions } from './fleet'
import type { Signals } from './signals'

export type ServicePart = ReturnType<typeof wireService>

/** Makes the fleet's way to the service: its clock, HTTP, sockets and the gate that a refused key closes. */
export function wireService({ access, clock: machine, random }: FleetOptions, signals: Signals) {
  const { baseUrl, wsBaseUrl, apiKey, route } = access
  const clock = createSteadyClock(machine, () => signals.emit('jump'))
  // Its times are compared with those of the sessions, so both use one clock.
  const sockets = createWsClient(clock, wsBaseUrl, apiKey, route)
  signals.on('jump', () => sockets.probe())

  const gate: KeyGate = createKeyGate({
    http: createHttpClient(baseUrl, apiKey, {
      clock: machine,
      random,
      route,
      onAnswer: () => signals.emit('answer'),
      onFault: (fault) => signals.emit('refused', fault),
      refusal: () => gate.refusal,
    }),
    onPark: (fault) => signals.emit('keyParked', fault),
    onUnpark: () => signals.emit('keyUnparked'),
  })
  const { http } = gate

  return {
    clock,
    sockets,
    gate,
    http,
    endpoints: createDeviceApi(http),
    msUntil: (instant: string) => http.serverClock.msUntil(instant),
  }
}
