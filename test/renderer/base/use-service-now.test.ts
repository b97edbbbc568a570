import { createPinia, setActivePinia } from 'pinia'
import { effectScope } from 'vue'
import { beforeEach, describe, expect, it } from 'vitest'
import { unknownUsage } from '../../../src-shared/features/usage-state'
import { useServiceNow } from '../../../src-renderer/base/use-service-now'
import { useUsage } from '../../../src-renderer/stores/usage'

const dayMs = 86_400_000

beforeEach(() => setActivePinia(createPinia()))

describe('the time by the service’s clock', () => {
  it('is the computer’s until the service’s is known', () => {
    const scope = effectScope()
    scope.run(() => {
      const before = Date.now()
      const now = useServiceNow(1000)
      expect(now.value).toBeGreaterThanOrEqual(before)
      expect(now.value).toBeLessThanOrEqual(Date.now())
    })
    scope.stop()
  })

  it('follows a service clock that is a day off', () => {
    const scope = effectScope()
    scope.run(() => {
      const before = Date.now()
      const now = useServiceNow(1000)
      useUsage().replace({ ...unknownUsage, serviceAheadMs: -dayMs })
      expect(now.value).toBeGreaterThanOrEqual(before - dayMs)
      expect(now.value).toBeLessThanOrEqual(Date.now() - dayMs)
    })
    scope.stop()
  })
})
