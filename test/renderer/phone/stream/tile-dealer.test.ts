import fc from 'fast-check'
import { expect, it } from 'vitest'
import { frameWorkersFor } from '../../../../src-renderer/host/frame-workers'
import { createTileDealer } from '../../../../src-renderer/phone/stream/tile-dealer'

/** Deals tiles, and notes which each worker takes. */
function createTable(workers: number) {
  const taken = Array.from({ length: workers }, () => new Set<number>())
  const dealer = createTileDealer(workers, {
    take: (worker, tile) => void taken[worker]?.add(tile),
    leave: (worker, tile) => void taken[worker]?.delete(tile),
  })
  return { ...dealer, taken, loads: () => taken.map(({ size }) => size) }
}

it.each([
  [1, [0]],
  [2, [0]],
  [3, [30, 30, 0]],
  [4, [20, 20, 20, 0]],
  [8, [9, 9, 9, 9, 8, 8, 8, 0]],
  [64, [8, 8, 8, 8, 7, 7, 7, 7, 0]],
])('shares 60 tiles between the workers of %s cores', (cores, loads) => {
  const table = createTable(frameWorkersFor(cores))
  for (let tile = 0; tile < 60; tile += 1) table.add(tile, false)
  expect(table.loads()).toEqual(loads)
})

it('leaves an open large picture to the last worker, and its tile to another', () => {
  const table = createTable(3)
  expect([table.add(1, false), table.add(1, true), table.add(1, true)]).toEqual([0, 2, 2])
  table.remove(1, true)
  expect(table.loads()).toEqual([1, 0, 1])
  table.remove(1, true)
  expect(table.loads()).toEqual([1, 0, 0])
})

it('deals tiles that come and go evenly, each to one worker while it is shown', () => {
  const tile = fc.integer({ min: 0, max: 30 })
  const steps = fc.array(fc.record({ tile, comes: fc.boolean() }), { maxLength: 200, size: 'max' })
  fc.assert(
    fc.property(steps, fc.integer({ min: 2, max: 9 }), (given, workers) => {
      const table = createTable(workers)
      const shown = new Map<number, { worker: number; surfaces: number }>()
      for (const { tile, comes } of given) {
        const before = shown.get(tile)
        if (!comes) {
          if (!before) continue
          table.remove(tile, false)
          before.surfaces -= 1
          if (before.surfaces === 0) shown.delete(tile)
          continue
        }
        const loadOf = (one: number) => [...shown.values()].filter(({ worker }) => worker === one).length
        const loads = Array.from({ length: workers - 1 }, (_, one) => loadOf(one))
        const worker = table.add(tile, false)
        if (before) expect(worker).toBe(before.worker)
        else expect(loads[worker]).toBeLessThanOrEqual(Math.min(...loads) + 1)
        expect(table.taken.flatMap((tiles, one) => (tiles.has(tile) ? [one] : []))).toEqual([worker])
        shown.set(tile, { worker, surfaces: (before?.surfaces ?? 0) + 1 })
      }
    }),
  )
})

it('evens out once a filter has left one worker with all tiles', () => {
  const table = createTable(3)
  for (let tile = 0; tile < 100; tile += 1) table.add(tile, false)
  for (let tile = 1; tile < 100; tile += 2) table.remove(tile, false)
  expect(table.even()).toHaveLength(25)
  const shown = table.taken.map((tiles) => [...tiles].filter((tile) => tile % 2 === 0).length)
  expect(shown).toEqual([25, 25, 0])
  expect(table.even()).toEqual([])
})
