import { describe, expect, it } from 'vitest'
import { FaultError } from '../../../src-shared/protocol/fault'
import { createActOnPhone, type ActOptions } from '../../../src-main/core/input/act-on-phone'
import { faultOfCall } from '../service/fault-of-call'

describe('an action on a phone', () => {
  const never = <Result>() => new Promise<Result>(() => undefined)
  const settled = () => Promise.resolve(true)

  it.each<[string, Pick<ActOptions, 'settled' | 'jobs'>]>([
    [
      'a text to be typed',
      {
        settled: never,
        jobs: { standing: () => 'none', lookAt: never, pending: () => null },
      },
    ],
    [
      'a reading of its jobs',
      {
        settled,
        jobs: { standing: () => 'unknown', lookAt: never, pending: () => null },
      },
    ],
  ])('waits no longer for %s once it is stopped, and is not sent', async (_, before) => {
    const sent: string[] = []
    const stop = new AbortController()
    const act = createActOnPhone({
      ...before,
      lacks: () => false,
      isViewOnly: () => false,
      onBegin: (publicId) => sent.push(publicId),
      findUsedUp: () => Promise.resolve(null),
      api: { act: never },
    })
    const acted = faultOfCall(act('dev_0', { type: 'recalibrate' }, stop.signal))
    await settled()
    stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
    expect(await acted).toEqual({ kind: 'input-not-sent', why: 'cancelled' })
    expect(sent).toEqual([])
  })
})
