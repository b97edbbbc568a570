import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { computed, effectScope, shallowRef, type ComputedRef, type EffectScope } from 'vue'
import { useGradually } from '../../../src-renderer/wall/use-gradually'

const ids = (count: number, from = 0) => Array.from({ length: count }, (_, at) => `dev_${from + at}`)

const all = shallowRef<readonly string[]>([])
let first: string | null
let isScroll: boolean
let frames: (() => void)[]
let scope: EffectScope
let shown: ComputedRef<readonly string[]>

beforeEach(() => {
  frames = []
  first = null
  isScroll = false
  vi.stubGlobal('requestAnimationFrame', (run: () => void) => frames.push(run))
  vi.stubGlobal('cancelAnimationFrame', () => (frames = []))
  all.value = ids(20)
  scope = effectScope()
  const items = computed(() => all.value)
  shown =
    scope.run(() =>
      useGradually(
        items,
        (id) => id,
        () => first,
        () => isScroll,
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

it('adds many new tiles over several frames', () => {
  const counts = [shown.value.length]
  for (let frame = 0; frame < 5; frame += 1) {
    nextFrame()
    counts.push(shown.value.length)
  }
  expect(counts).toEqual([4, 8, 12, 16, 20, 20])
  expect(shown.value).toEqual(ids(20))
})

it('adds the rows of a scroll at once', () => {
  for (let frame = 0; frame < 4; frame += 1) nextFrame()
  isScroll = true
  all.value = ids(20, 15)
  expect(shown.value).toEqual(ids(20, 15))
})

it('keeps the tiles that were there, and removes others at once', () => {
  nextFrame()
  all.value = [...ids(5), ...ids(60, 100)]
  expect(shown.value).toEqual([...ids(5), ...ids(4, 100)])
  for (let frame = 0; frame < 14; frame += 1) nextFrame()
  expect(shown.value).toEqual(all.value)
})

it('adds the tile at once that may take the focus', () => {
  first = 'dev_99'
  all.value = [...ids(70), 'dev_99']
  expect(shown.value).toContain('dev_99')
})
