import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openFlowFleet } from '../../../../src-main/core/flows/in-fleet/flow-fleet'
import { faultOf, type Fault } from '../../../../src-shared/protocol/fault'
import { fakeDevice, fakeUsage } from '../../../renderer/fake-phone'
import { startServer, type TestServer } from '../../service/http-server'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'
import { refuse } from '../../uploads/upload-service'
import { words } from '../run/flow-bench'

describe('a fleet that is opened for flows', () => {
  let clock: FakeClock
  let server: TestServer
  let refusal: { status: number; code: string } | null
  let asked: string[]

  beforeEach(async () => {
    clock = createFakeClock()
    refusal = null
    asked = []
    server = await startServer((request, response) => {
      const path = (request.url ?? '').slice('/v1'.length)
      asked.push(path)
      if (refusal) refuse(response, refusal.status, refusal.code)
      else if (path === '/usage') response.end(JSON.stringify(fakeUsage()))
      else response.end(JSON.stringify(path === '/devices' ? [fakeDevice('dev_1')] : []))
    })
  })
  afterEach(() => server.close())

  /** Opens it, and passes time until it is open or not. */
  const open = async () => {
    const access = { baseUrl: `${server.url}/v1`, wsBaseUrl: `ws://${server.host}`, apiKey: 'k' }
    let opened: string[] | Fault | null = null
    openFlowFleet({ access, words, clock, random: () => 0.5 }).then(
      (fleet) => {
        opened = fleet.phones.map(({ name }) => name)
        fleet.close()
      },
      (thrown: unknown) => (opened = faultOf(thrown)),
    )
    for (let turns = 0; opened === null && turns < 2000; turns += 1) {
      clock.advance(100)
      await new Promise((resolve) => setImmediate(resolve))
    }
    return opened as string[] | Fault | null
  }

  it('has the phones of its list', async () => {
    expect(await open()).toEqual(['Phone dev_1'])
  })

  it('waits while the service limits the rate, up to a minute', async () => {
    refusal = { status: 429, code: 'rate_limited' }
    const begun = clock.monotonic()
    const opening = open()
    while (clock.monotonic() - begun < 30_000) await new Promise((resolve) => setImmediate(resolve))
    refusal = null
    expect(await opening).toEqual(['Phone dev_1'])
    refusal = { status: 429, code: 'rate_limited' }
    const again = clock.monotonic()
    expect(await open()).toMatchObject({ code: 'rate_limited' })
    expect(clock.monotonic() - again).toBeGreaterThanOrEqual(60_000)
  })

  it('fails at once where the key is refused, and asks nothing more', async () => {
    refusal = { status: 401, code: 'unauthorized' }
    expect(await open()).toMatchObject({ code: 'unauthorized' })
    const { length } = asked
    clock.advance(600_000)
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(asked).toHaveLength(length)
  })
})
