import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed, effectScope, shallowRef, type ComputedRef, type EffectScope } from 'vue'
import { useGradually } from '../../../../src-renderer/components/wall/use-gradually'

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `dev_${from + at}`)

const all = shallowRef<readonly string[]>([])
let first: string | null
let frames: (() => void)[]
let scope: EffectScope
let shown: ComputedRef<readonly string[]>

beforeEach(() => {
  frames = []
  first = null
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []))
  all.value = ids(30)
  scope = effectScope()
  const items = computed(() => all.value)
  shown =
    scope.run(() =>
      useGradually(
        items,
        (id) => id,
        () => first,
      ),
    ) ?? items
})
afterEach(() => {
  scope.stop()
  vi.unstubAllGlobals()
})
const nextFrame = () => {
  for (const run of frames.splice(0)) run()
}

it('adds a few new tiles in each frame', () => {
  const counts = [shown.value.length]
  for (let frame = 0; frame < 3; frame += 1) {
    nextFrame()
    counts.push(shown.value.length)
  }
  expect(counts).toEqual([12, 24, 30, 30])
  expect(shown.value).toEqual(ids(30))
})

it('keeps the tiles that were there, and removes others at once', () => {
  nextFrame()
  all.value = [...ids(5), ...ids(20, 100)]
  expect(shown.value).toEqual([...ids(5), ...ids(12, 100)])
  nextFrame()
  expect(shown.value).toEqual(all.value)
})

it('adds the tile at once that may take the focus', () => {
  first = 'dev_29'
  all.value = ids(31)
  expect(shown.value).toContain('dev_29')
})
