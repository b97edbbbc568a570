import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createTransfers, type Transfers } from '../../src-main/core/transfers'
import { createFakeClock, type FakeClock } from './fake-clock'
import { startServer, type TestServer } from './http-server'
import { content, memoryFile, refuse } from './upload-service'

describe('the transfers', () => {
  let clock: FakeClock
  let service: TestServer
  let transfers: Transfers
  let asked: number
  let onChange: () => void

  beforeEach(async () => {
    clock = createFakeClock()
    asked = 0
    onChange = () => undefined
    service = await startServer((_, response) => {
      asked += 1
      refuse(response, 429, 'rate_limited', { 'retry-after': '600' })
    })
    transfers = createTransfers({
      clock,
      random: () => 0.5,
      onChange: () => onChange(),
      onSpent: () => undefined,
      onUnsure: () => undefined,
      onKeyRefused: () => undefined,
    })
    transfers.open('lab', { baseUrl: `${service.url}/v1`, wsBaseUrl: 'ws://127.0.0.1:9', apiKey: 'k' })
  })
  afterEach(async () => {
    transfers.close()
    await service.close()
  })

  const until = (wanted: () => boolean) =>
    new Promise<void>((resolve) => {
      onChange = () => {
        if (wanted()) resolve()
      }
      onChange()
    })

  it('wait on while the machine sleeps: what became due in the sleep goes out when it is over', async () => {
    transfers.add('lab', memoryFile(content(10)), [{ publicId: 'dev_0', name: 'Phone 0' }])
    await until(() => (transfers.all[0]?.retryAt ?? null) !== null)
    clock.setWall(3_600_000)
    expect(asked).toBe(1)
    clock.advance(1000)
    clock.advance(1)
    await until(() => asked === 2)
    expect(asked).toBe(2)
  })

  it('leave no timer when they are closed', () => {
    transfers.close()
    expect(clock.pending).toBe(0)
  })
})
