import { beforeEach, describe, expect, it } from 'vitest'
import { FaultError } from '../../../src-shared/protocol/fault'
import { createMeteredApi } from '../../../src-main/core/account/metered-api'
import { createDeviceApi, type DeviceApi } from '../../../src-main/core/service/device-api'
import { createFakeClock, type FakeClock } from '../base/fake-clock'
import { faultOfCall } from '../service/fault-of-call'

describe('what calls cost (spec 8, daily budgets)', () => {
  let clock: FakeClock
  let spent: unknown[]
  let fails: boolean
  let api: DeviceApi

  beforeEach(() => {
    clock = createFakeClock()
    spent = []
    fails = false
    const endpoints = createDeviceApi({
      ask() {
        clock.advance(300)
        return fails ? Promise.reject(new FaultError({ kind: 'cancelled' })) : Promise.resolve({} as never)
      },
    })
    api = createMeteredApi(endpoints, clock, (...spending) => spent.push(spending))
  })

  it('is one action for an action and one snapshot for a screenshot, since they were asked for', async () => {
    const begunAt = clock.monotonic()
    await api.act('dev_a', { type: 'recalibrate' })
    await api.snapshot('dev_a')
    expect(spent).toEqual([
      ['actions', 1, begunAt],
      ['snapshots', 1, begunAt + 300],
    ])
  })

  it('is nothing for what failed, and nothing for any other call', async () => {
    fails = true
    await faultOfCall(api.act('dev_a', { type: 'recalibrate' }))
    await faultOfCall(api.snapshot('dev_a'))
    fails = false
    await api.devices()
    await api.device('dev_a')
    await api.usage()
    await api.mintTicket('dev_a')
    await api.edit('dev_a', { notes: 'x' })
    expect(spent).toEqual([])
  })
})
