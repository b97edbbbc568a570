import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createDecodeQueue } from '../../../src-renderer/stream/decode-queue'

const turn = () => new Promise((resolve) => setImmediate(resolve))

/** Decodes that end when they are told to. */
function workshop(slots: number, later = (next: () => void) => next()) {
  const queue = createDecodeQueue(slots, later)
  const begun: string[] = []
  const ends = new Map<string, { end: () => void; fail: () => void }>()
  return {
    begun,
    run: (name: string, prompt = false) =>
      queue.run(prompt, () => {
        begun.push(name)
        return new Promise<string>((resolve, reject) =>
          ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) }),
        )
      }),
    end: async (name: string) => {
      ends.get(name)?.end()
      await turn()
    },
    fail: async (name: string) => {
      ends.get(name)?.fail()
      await turn()
    },
  }
}

describe('DecodeQueue', () => {
  it('runs no more at a time than it has slots, in the order in which they came', async () => {
    const { run, begun, end } = workshop(2)
    for (const name of ['a', 'b', 'c', 'd']) void run(name)
    await turn()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  it('does not let a prompt one wait', async () => {
    const { run, begun } = workshop(1)
    void run('a')
    void run('b')
    void run('hand', true)
    await turn()
    expect(begun).toEqual(['a', 'hand'])
  })

  it('begins no other in the place that a prompt one had beyond the slots', async () => {
    const { run, begun, end } = workshop(1)
    void run('a')
    void run('b')
    void run('hand', true)
    await turn()
    await end('hand')
    expect(begun).toEqual(['a', 'hand'])
    await end('a')
    expect(begun).toEqual(['a', 'hand', 'b'])
  })

  describe('once there is a place', () => {
    let laters: (() => void)[]
    const queued = (slots: number) => {
      laters = []
      return workshop(slots, (next) => laters.push(next))
    }
    const runLater = async () => {
      laters.shift()?.()
      await turn()
    }

    it('begins the next one later, one for each place', async () => {
      const { run, begun, end } = queued(1)
      for (const name of ['a', 'b', 'c']) void run(name)
      await turn()
      expect(laters).toHaveLength(0)
      await end('a')
      expect([begun, laters.length]).toEqual([['a'], 1])
      await runLater()
      expect([begun, laters.length]).toEqual([['a', 'b'], 0])
      await end('b')
      await runLater()
      expect(begun).toEqual(['a', 'b', 'c'])
    })

    it('begins a second one later, too, beside one that runs', async () => {
      const { run, begun } = queued(2)
      for (const name of ['a', 'b', 'c']) void run(name)
      await turn()
      expect([begun, laters.length]).toEqual([['a'], 1])
      void run('hand', true)
      await turn()
      await runLater()
      expect([begun, laters.length]).toEqual([['a', 'hand', 'b'], 0])
    })

    it('does not let a prompt one wait meanwhile', async () => {
      const { run, begun, end } = queued(1)
      void run('a')
      void run('b')
      await turn()
      await end('a')
      void run('hand', true)
      await turn()
      expect(begun).toEqual(['a', 'hand'])
      await runLater()
      expect(begun).toEqual(['a', 'hand', 'b'])
    })

    it('keeps the place for the one that it was given to', async () => {
      const { run, begun, end } = queued(1)
      void run('a')
      void run('b')
      await turn()
      await end('a')
      void run('c')
      await turn()
      expect(begun).toEqual(['a'])
      await runLater()
      expect(begun).toEqual(['a', 'b'])
      expect(laters).toHaveLength(0)
      await end('b')
      await runLater()
      expect(begun).toEqual(['a', 'b', 'c'])
    })
  })

  it('hands on what a decode yields, and goes on after one that failed', async () => {
    const { run, begun, end, fail } = workshop(1)
    const first = run('a')
    const second = run('b')
    first.catch(() => undefined)
    await turn()
    await fail('a')
    await expect(first).rejects.toThrow('a')
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    await expect(second).resolves.toBe('b')
  })

  it('ends every decode, whatever order they end in, and never runs too many thumbnails', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.array(fc.boolean(), { minLength: 1, maxLength: 20 }),
        fc.scheduler(),
        async (slots, prompts, scheduler) => {
          const later = (next: () => void) => void scheduler.schedule(Promise.resolve()).then(next)
          const queue = createDecodeQueue(slots, later)
          let thumbnails = 0
          let most = 0
          const all = prompts.map(async (prompt, index) => {
            await scheduler.schedule(Promise.resolve())
            return queue.run(prompt, async () => {
              if (!prompt) most = Math.max(most, (thumbnails += 1))
              await scheduler.schedule(Promise.resolve())
              if (!prompt) thumbnails -= 1
              return index
            })
          })
          await scheduler.waitFor(Promise.all(all))
          expect(most).toBeLessThanOrEqual(slots)
        },
      ),
      { numRuns: 50 },
    )
  })
})
