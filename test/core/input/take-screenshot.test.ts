import { beforeEach, describe, expect, it } from 'vitest'
import type { TileState, TileStateName } from '../../../src-shared/features/tile-state'
import type { Scope } from '../../../src-shared/protocol/scope'
import {
  createTakeScreenshot,
  type TakeScreenshotOptions,
} from '../../../src-main/core/input/take-screenshot'
import { faultOfCall } from '../service/fault-of-call'

const frame = Buffer.from('the last frame')
const snapshot = Buffer.from('the snapshot of the service')

describe('the screen of a phone', () => {
  let state: TileStateName
  let isUnreadable: boolean
  let lacking: Scope[]
  let jobs: ReturnType<TakeScreenshotOptions['jobs']['standing']>
  let looks: number
  let asked: string[]

  beforeEach(() => {
    state = 'live'
    isUnreadable = false
    lacking = []
    jobs = 'none'
    looks = 0
    asked = []
  })

  const take = (mayCost: boolean, newest: Buffer | null = frame) =>
    createTakeScreenshot({
      lacks: (scope) => lacking.includes(scope),
      session: (publicId) =>
        publicId === 'dev_a' ? { state: { state, tile: 3, isUnreadable } as TileState } : undefined,
      newest: () => (state === 'live' ? newest : null),
      jobs: {
        standing: () => jobs,
        lookAt() {
          looks += 1
          return Promise.resolve('pending')
        },
        pending: () => ({ kind: 'warm_up', status: 'dispatched' }),
      },
      snapshot(publicId) {
        asked.push(publicId)
        return Promise.resolve(snapshot)
      },
    })('dev_a', mayCost)

  it('is the last frame while it is live, at no cost', async () => {
    lacking = ['read']
    jobs = 'pending'
    expect(await take(false)).toBe(frame)
    expect(await take(true)).toBe(frame)
    expect(asked).toEqual([])
  })

  it.each(['idle', 'connecting', 'parked'] as const)(
    'comes from the service while the phone is %s, once that may cost',
    async (now) => {
      state = now
      expect(await take(false)).toBeNull()
      expect(asked).toEqual([])
      expect(await take(true)).toBe(snapshot)
      expect(asked).toEqual(['dev_a'])
    },
  )

  it('comes from the service before the first frame', async () => {
    expect(await take(false, null)).toBeNull()
    expect(await take(true, null)).toBe(snapshot)
  })

  it('comes from the service when newer frames are unreadable', async () => {
    isUnreadable = true
    expect(await take(false)).toBeNull()
    expect(await take(true)).toBe(snapshot)
  })

  it('interrupts no job, and needs permission “read”', async () => {
    state = 'idle'
    jobs = 'pending'
    expect(await faultOfCall(take(true))).toEqual({ kind: 'job-pending', job: 'warm_up' })
    jobs = 'unknown'
    expect(await faultOfCall(take(true))).toEqual({ kind: 'job-pending', job: 'warm_up' })
    expect(looks).toBe(1)
    lacking = ['read']
    expect(await faultOfCall(take(true))).toEqual({ kind: 'scope-missing', scope: 'read' })
    expect(asked).toEqual([])
  })
})
