import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { effectScope, ref, type EffectScope, type Ref } from 'vue'
import { useDelayed } from '../../../src-renderer/base/use-delayed'

let isSo: Ref<boolean>
let lasting: Readonly<Ref<boolean>>
let scope: EffectScope

beforeEach(() => {
  vi.useFakeTimers()
  isSo = ref(true)
  scope = effectScope()
  scope.run(() => (lasting = useDelayed(isSo, 6000)))
})
afterEach(() => {
  scope.stop()
  vi.useRealTimers()
})

describe('useDelayed', () => {
  it('turns true after the delay, also from the start, and false at once', () => {
    expect(lasting.value).toBe(false)
    vi.advanceTimersByTime(5999)
    expect(lasting.value).toBe(false)
    vi.advanceTimersByTime(1)
    expect(lasting.value).toBe(true)
    isSo.value = false
    expect(lasting.value).toBe(false)
  })

  it('restarts after each break', () => {
    vi.advanceTimersByTime(5000)
    isSo.value = false
    isSo.value = true
    vi.advanceTimersByTime(5999)
    expect(lasting.value).toBe(false)
    vi.advanceTimersByTime(1)
    expect(lasting.value).toBe(true)
  })

  it('stops its timer once its scope ends', () => {
    scope.stop()
    expect(vi.getTimerCount()).toBe(0)
  })
})
