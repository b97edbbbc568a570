import { beforeEach, describe, expect, it } from 'vitest'
import { Screen } from '../../../../src-main/core/screens/screen'
import type { FlowPhone, PhoneStanding } from '../../../../src-main/core/flows/on-phone/flow-phone'
import { awaitPhone } from '../../../../src-main/core/flows/run/await-phone'
import { createFakeClock, type FakeClock } from '../../time/fake-clock'

const offline: PhoneStanding = { name: 'away', reason: 'The phone is offline.' }

describe('a phone that is away before its flow', () => {
  let clock: FakeClock
  let screen: Screen
  let standing: PhoneStanding
  let hear: () => void
  let tries: number
  /** What comes of the next try. */
  let afterTry: PhoneStanding

  beforeEach(() => {
    clock = createFakeClock()
    screen = new Screen(clock)
    standing = offline
    tries = 0
    hear = () => undefined
  })
  const stand = (next: PhoneStanding) => {
    standing = next
    if (next.name === 'live') screen.push({ jpeg: Buffer.from('a'), size: { width: 1, height: 1 } })
    hear()
  }
  const phone = {
    get screen() {
      return screen
    },
    get standing() {
      return standing
    },
    onStanding(listener: () => void) {
      hear = listener
      return () => (hear = () => undefined)
    },
    reconnect() {
      tries += 1
      stand({ name: 'waiting', reason: '' })
      clock.after(500, () => stand(afterTry))
    },
  } as unknown as FlowPhone
  const outcome = async () => {
    let result: string | null | undefined
    void awaitPhone(phone, clock, new AbortController().signal).then((why) => (result = why))
    while (result === undefined) {
      await new Promise((resolve) => setImmediate(resolve))
      clock.runNext()
    }
    return result
  }

  it('is tried once more, as its own next try may be far away', async () => {
    afterTry = { name: 'live', reason: '' }
    expect(await outcome()).toBeNull()
    expect(tries).toBe(1)
  })

  it('ends after 12 s in all when it comes and goes, or shows no frame', async () => {
    afterTry = offline
    const began = clock.monotonic()
    const flicker = () => {
      standing = standing.name === 'live' ? offline : { name: 'live', reason: '' }
      hear()
      clock.after(700, flicker)
    }
    flicker()
    expect(await outcome()).toContain('The phone is offline.')
    expect(clock.monotonic() - began - 12_000).toBeLessThan(1000)
  })

  it('does not call a phone offline that is there and shows nothing', async () => {
    standing = { name: 'live', reason: '' }
    expect(await outcome()).toBe('The phone sends no frames.')
  })

  it('may wait for a place, which does not count as away', async () => {
    standing = { name: 'waiting', reason: '' }
    clock.after(60_000, () => stand({ name: 'live', reason: '' }))
    expect(await outcome()).toBeNull()
    expect(tries).toBe(0)
  })

  it.each(['gone', 'refused', 'busy'] as const)('ends at once when it is %s', async (name) => {
    const began = clock.monotonic()
    standing = { name, reason: 'Why.' }
    expect(await outcome()).toBe('Why.')
    expect(clock.monotonic() - began).toBeLessThanOrEqual(250)
  })

  it('fails with the reason when that fails as well', async () => {
    afterTry = offline
    expect(await outcome()).toBe('The phone is offline.')
    expect(tries).toBe(1)
  })
})
