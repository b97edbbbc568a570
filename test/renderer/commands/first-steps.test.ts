import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { tookStep } from '../../../src-renderer/commands/first-steps'
import { usePreferences } from '../../../src-renderer/stores/preferences'

beforeEach(() => setActivePinia(createPinia()))

it('a first step is noted once, in the order of the hints', () => {
  const preferences = usePreferences()
  tookStep('drop')
  tookStep('touch')
  expect(preferences.now.tried).toEqual(['touch', 'drop'])
  const { unsent } = preferences
  tookStep('touch')
  expect(preferences.unsent).toBe(unsent)
})
