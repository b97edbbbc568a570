import { beforeEach, describe, expect, it } from 'vitest'
import type { TileState, TileStateName } from '../../../src-shared/features/tile-state'
import { FaultError } from '../../../src-shared/protocol/fault'
import type { Scope } from '../../../src-shared/protocol/scope'
import { createScreenshot, type ScreenshotOptions } from '../../../src-main/core/input/take-screenshot'
import { faultOfCall } from '../service/fault-of-call'

const frame = Buffer.from('the last frame')
const snapshot = Buffer.from('the snapshot of the service')

describe('the screen of a phone', () => {
  let state: TileStateName
  let isUnreadable: boolean
  let lacking: Scope[]
  let jobs: ReturnType<ScreenshotOptions['jobs']['standing']>
  let looks: number
  let looked: Promise<'none' | 'pending'>
  let stop: AbortController
  let asked: string[]

  beforeEach(() => {
    state = 'live'
    isUnreadable = false
    lacking = []
    jobs = 'none'
    looks = 0
    looked = Promise.resolve('pending')
    stop = new AbortController()
    asked = []
  })

  const screenshot = (shown: Buffer | null = frame) =>
    createScreenshot({
      lacks: (scope) => lacking.includes(scope),
      session: (publicId) =>
        publicId === 'dev_a' ? { state: { state, tile: 3, isUnreadable } as TileState } : undefined,
      shown: () => (state === 'live' ? shown : null),
      jobs: {
        standing: () => jobs,
        lookAt() {
          looks += 1
          return looked
        },
        pending: () => ({ kind: 'warm_up', status: 'dispatched' }),
      },
      snapshot(publicId) {
        asked.push(publicId)
        return Promise.resolve(snapshot)
      },
    })
  const newest = () => screenshot().newest('dev_a')
  const take = () => screenshot().take('dev_a', stop.signal)

  it('is the last frame while it is live, at no cost', async () => {
    lacking = ['read']
    jobs = 'pending'
    expect(newest()).toBe(frame)
    expect(await take()).toBe(frame)
    expect(asked).toEqual([])
  })

  it.each(['idle', 'connecting', 'parked'] as const)(
    'comes from the service while the phone is %s, once that may cost',
    async (now) => {
      state = now
      expect(newest()).toBeNull()
      expect(asked).toEqual([])
      expect(await take()).toBe(snapshot)
      expect(asked).toEqual(['dev_a'])
    },
  )

  it('comes from the service before the first frame', async () => {
    expect(screenshot(null).newest('dev_a')).toBeNull()
    expect(await screenshot(null).take('dev_a')).toBe(snapshot)
  })

  it('comes from the service when newer frames are unreadable', async () => {
    isUnreadable = true
    expect(newest()).toBeNull()
    expect(await take()).toBe(snapshot)
  })

  it('interrupts no job, and needs permission “read”', async () => {
    state = 'idle'
    jobs = 'pending'
    expect(await faultOfCall(take())).toEqual({ kind: 'job-pending', job: 'warm_up' })
    jobs = 'unknown'
    expect(await faultOfCall(take())).toEqual({ kind: 'job-pending', job: 'warm_up' })
    expect(looks).toBe(1)
    lacking = ['read']
    expect(await faultOfCall(take())).toEqual({ kind: 'scope-missing', scope: 'read' })
    expect(asked).toEqual([])
  })

  it.each(['waits', 'has just ended'])(
    'costs nothing once it is cancelled while the look at its jobs %s',
    async (how) => {
      state = 'idle'
      jobs = 'unknown'
      if (how === 'waits') looked = new Promise(() => undefined)
      else looked = Promise.resolve('none')
      const taken = faultOfCall(take())
      if (how !== 'waits') await looked
      stop.abort(new FaultError({ kind: 'input-not-sent', why: 'cancelled' }))
      expect(await taken).toEqual({ kind: 'input-not-sent', why: 'cancelled' })
      expect(asked).toEqual([])
    },
  )
})
