import { expect, it } from 'vitest'
import type { TileStateName } from '../../../src-shared/bridge/tile-state'
import { conditionAfter } from '../../../src-renderer/rules/condition'

const after = (...states: TileStateName[]) =>
  states.reduce<ReturnType<typeof conditionAfter> | undefined>(conditionAfter, undefined)

it('is ready until something else is seen, and again once a phone is live', () => {
  expect(after('idle')).toBe('ready')
  expect(after('connecting')).toBe('ready')
  expect(after('offline', 'live')).toBe('ready')
})

it.each(['parked', 'offline', 'blocked'] as const)(
  'is still %s while a phone is tried again, and when nobody looks at it any more',
  (state) => {
    expect(after('live', state)).toBe(state)
    expect(after(state, 'connecting')).toBe(state)
    expect(after(state, 'idle')).toBe(state)
  },
)

it('is busy as long as the job lasts', () => {
  expect(after('live', 'automation')).toBe('automation')
  expect(after('automation', 'idle')).toBe('ready')
  expect(after('automation', 'connecting')).toBe('ready')
})
