import fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createDecodeQueue,
  runAfterMessages,
} from '../../../../../src-renderer/phone/stream/worker/decode-queue'

const nextTask = () => new Promise((resolve) => setImmediate(resolve))

/** A queue of decodes that end by `end` or `fail`. */
function harness(slots: number, yieldTask = (next: () => void) => next()) {
  const queue = createDecodeQueue(slots, yieldTask)
  const begun: string[] = []
  const ends = new Map<string, { end: () => void; fail: () => void }>()
  return {
    begun,
    run: (name: string) =>
      queue.run(() => {
        begun.push(name)
        return new Promise<string>((resolve, reject) =>
          ends.set(name, { end: () => resolve(name), fail: () => reject(new Error(name)) }),
        )
      }),
    end: async (name: string) => {
      ends.get(name)?.end()
      await nextTask()
    },
    fail: async (name: string) => {
      ends.get(name)?.fail()
      await nextTask()
    },
  }
}

describe('DecodeQueue', () => {
  it('runs as many decodes at a time as it has slots, in order', async () => {
    const { run, begun, end } = harness(2)
    for (const name of ['a', 'b', 'c', 'd']) void run(name)
    await nextTask()
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
  })

  describe('between two decodes', () => {
    const yielding = (slots: number) => {
      const yields: (() => void)[] = []
      const goOn = async () => {
        yields.shift()?.()
        await nextTask()
      }
      return { ...harness(slots, (next) => yields.push(next)), yields, goOn }
    }

    it('yields once a slot', async () => {
      const { run, begun, end, yields, goOn } = yielding(1)
      for (const name of ['a', 'b', 'c']) void run(name)
      await nextTask()
      expect([begun, yields.length]).toEqual([['a'], 0])
      await end('a')
      expect([begun, yields.length]).toEqual([['a'], 1])
      await goOn()
      expect([begun, yields.length]).toEqual([['a', 'b'], 0])
      await end('b')
      await goOn()
      expect(begun).toEqual(['a', 'b', 'c'])
    })

    it('yields before a second decode that runs beside the first', async () => {
      const { run, begun, yields, goOn } = yielding(2)
      for (const name of ['a', 'b']) void run(name)
      await nextTask()
      expect([begun, yields.length]).toEqual([['a'], 1])
      await goOn()
      expect(begun).toEqual(['a', 'b'])
    })

    it('keeps the slot for the next one in order', async () => {
      const { run, begun, end, yields, goOn } = yielding(1)
      void run('a')
      void run('b')
      await nextTask()
      await end('a')
      void run('c')
      await goOn()
      expect([begun, yields.length]).toEqual([['a', 'b'], 0])
      await end('b')
      await goOn()
      expect(begun).toEqual(['a', 'b', 'c'])
    })
  })

  it('returns the result of a decode, and goes on after a failed one', async () => {
    const { run, begun, end, fail } = harness(1)
    const first = run('a')
    const second = run('b')
    first.catch(() => undefined)
    await nextTask()
    await fail('a')
    await expect(first).rejects.toThrow('a')
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    await expect(second).resolves.toBe('b')
  })

  it('ends every decode in any order, and never runs more than its slots', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 1, max: 4 }),
        fc.integer({ min: 1, max: 20 }),
        fc.scheduler(),
        async (slots, count, scheduler) => {
          const yieldTask = (next: () => void) => void scheduler.schedule(Promise.resolve()).then(next)
          const queue = createDecodeQueue(slots, yieldTask)
          let running = 0
          let most = 0
          const all = Array.from({ length: count }, async (_, index) => {
            await scheduler.schedule(Promise.resolve())
            return queue.run(async () => {
              most = Math.max(most, (running += 1))
              await scheduler.schedule(Promise.resolve())
              running -= 1
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

describe('runAfterMessages', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => {
    vi.unstubAllGlobals()
    vi.useRealTimers()
  })

  /** A thread whose tasks of equal priority run in the order in which they were posted. */
  function makeThread() {
    const ran: string[] = []
    const tasks: { priority: number; task: () => void }[] = []
    const priorities = ['user-blocking', 'user-visible', 'background']
    const log = (name: string) => () => void ran.push(name)
    vi.stubGlobal('scheduler', {
      async postTask(task: () => void, { priority = 'user-visible' }: { priority?: string } = {}) {
        tasks.push({ priority: priorities.indexOf(priority), task })
      },
    })
    return {
      ran,
      log,
      message: (name: string) => void tasks.push({ priority: 1, task: log(name) }),
      async runAll() {
        await Promise.resolve()
        ran.push('tasks')
        while (tasks.length > 0) {
          const first = tasks.toSorted((one, other) => one.priority - other.priority)[0]
          tasks.splice(
            tasks.findIndex((each) => each === first),
            1,
          )
          first?.task()
        }
      },
    }
  }

  it('runs a task after earlier messages and before later ones', async () => {
    const { ran, log, message, runAll } = makeThread()
    message('first')
    runAfterMessages(log('a'))
    message('second')
    await runAll()
    expect(ran).toEqual(['tasks', 'first', 'a', 'second'])
  })

  it('lets a message pass after one of several tasks', async () => {
    const { ran, log, message, runAll } = makeThread()
    for (const name of ['a', 'b', 'c']) runAfterMessages(log(name))
    message('press')
    await runAll()
    expect(ran).toEqual(['tasks', 'a', 'press', 'b', 'c'])
    runAfterMessages(log('d'))
    await runAll()
    expect(ran.at(-1)).toBe('d')
  })

  it('uses timers where there is no scheduler', async () => {
    const { ran, log } = makeThread()
    vi.stubGlobal('scheduler', undefined)
    setTimeout(log('first'))
    runAfterMessages(log('a'))
    runAfterMessages(log('b'))
    await Promise.resolve()
    expect(ran).toEqual([])
    vi.runAllTimers()
    expect(ran).toEqual(['first', 'a', 'b'])
  })
})
