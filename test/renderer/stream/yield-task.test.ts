import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { later } from '../../../src-renderer/stream/yield-task'

let ran: string[]
const run = (name: string) => () => void ran.push(name)

beforeEach(() => {
  ran = []
  vi.useFakeTimers()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** A thread's tasks: messages come in the order in which they were posted, among tasks that are no more urgent. */
function makeThread() {
  const tasks: { priority: number; task: () => void }[] = []
  const priorities = ['user-blocking', 'user-visible', 'background']
  vi.stubGlobal('scheduler', {
    async postTask(task: () => void, { priority = 'user-visible' }: { priority?: string } = {}) {
      tasks.push({ priority: priorities.indexOf(priority), task })
    },
  })
  return {
    message: (name: string) => void tasks.push({ priority: 1, task: run(name) }),
    async runAll() {
      // What runs at once, or as a microtask, runs before any of them.
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

describe('later', () => {
  it('runs behind the messages that were posted before, in order, and before those that come after', async () => {
    const { message, runAll } = makeThread()
    message('first')
    later(run('a'))
    message('second')
    later(run('b'))
    await runAll()
    expect(ran).toEqual(['tasks', 'first', 'a', 'second', 'b'])
  })

  it('runs one at a time: a message that comes behind several waits for the first alone', async () => {
    const { message, runAll } = makeThread()
    for (const name of ['a', 'b', 'c']) later(run(name))
    message('hand')
    await runAll()
    expect(ran).toEqual(['tasks', 'a', 'hand', 'b', 'c'])
    later(run('d'))
    await runAll()
    expect(ran.at(-1)).toBe('d')
  })

  it('runs behind what has come and in order where there is no scheduler, too', async () => {
    vi.stubGlobal('scheduler', undefined)
    setTimeout(run('first'))
    later(run('a'))
    later(run('b'))
    await Promise.resolve()
    expect(ran).toEqual([])
    vi.runAllTimers()
    expect(ran).toEqual(['first', 'a', 'b'])
  })
})
