import { expect, it } from 'vitest'
import type { TileStateName } from '../../../src-shared/bridge/tile-state'
import { conditionAfter } from '../../../src-renderer/rules/condition'

const after = (...states: TileStateName[]) =>
  states.reduce<ReturnType<typeof conditionAfter> | undefined>(conditionAfter, undefined)

it('is ready until another condition is known, and again once live', () => {
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

it('is automation while the job lasts', () => {
  expect(after('live', 'automation')).toBe('automation')
  expect(after('automation', 'idle')).toBe('ready')
  expect(after('automation', 'connecting')).toBe('ready')
})
