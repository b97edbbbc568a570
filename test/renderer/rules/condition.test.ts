import { expect, it } from 'vitest'
import type { TileStateName } from '../../../src-shared/features/tile-state'
import { conditionAfter } from '../../../src-renderer/rules/condition'

const after = (...states: TileStateName[]) =>
  states.reduce<ReturnType<typeof conditionAfter> | undefined>(conditionAfter, undefined)

it('is not seen until a condition is known, and ready once live', () => {
  expect(after('idle', 'connecting')).toBe('unseen')
  expect(after('connecting', 'live')).toBe('ready')
  expect(after('offline', 'live')).toBe('ready')
})

it.each(['parked', 'offline', 'blocked'] as const)('stays %s during a retry and out of sight', (state) => {
  expect(after('live', state)).toBe(state)
  expect(after(state, 'connecting')).toBe(state)
  expect(after(state, 'idle')).toBe(state)
})

it('is automation while the job lasts', () => {
  expect(after('live', 'automation')).toBe('automation')
  expect(after('automation', 'idle')).toBe('ready')
  expect(after('automation', 'connecting')).toBe('ready')
})
