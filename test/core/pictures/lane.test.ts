import { beforeEach, describe, expect, it } from 'vitest'
import { createLane, type Lane } from '../../../src-main/core/pictures/lane'
import type { Look, PictureAnswer } from '../../../src-main/core/pictures/looks'
import { createFakeClock, type FakeClock } from '../time/fake-clock'

/** A process that answers as a test tells it. */
class FakeProcess {
  readonly asked: Look[] = []
  isKilled = false
  gaveWay = 0
  say: (answer: PictureAnswer) => void = () => undefined
  exit: () => void = () => undefined
  ask(look: Look) {
    this.asked.push(look)
  }
  giveWay() {
    this.gaveWay += 1
  }
  onAnswer(listener: (answer: PictureAnswer) => void) {
    this.say = listener
  }
  onExit(listener: () => void) {
    this.exit = listener
  }
  kill() {
    this.isKilled = true
  }
}

const look = (name: string): Look => ({ kind: 'png', picture: Buffer.from(name) })
const cpuMs = 1000
const tooMuch = 'The picture took too much time or memory to look at.'
const turn = () => new Promise(setImmediate)

describe('a lane', () => {
  let clock: FakeClock
  let started: FakeProcess[]
  let lane: Lane
  /** What became of each look, in the order of their ends. */
  let ended: string[]

  beforeEach(() => {
    clock = createFakeClock()
    started = []
    ended = []
    lane = createLane({
      clock,
      start() {
        const begun = new FakeProcess()
        started.push(begun)
        return begun
      },
    })
  })
  const ask = (phone: string, name = phone) =>
    void lane.ask(phone, look(name), cpuMs).then(
      (found) => ended.push(`${name}: ${String(found)}`),
      (error: Error) => ended.push(`${name}: ${error.message}`),
    )
  const last = () => started.at(-1) ?? new FakeProcess()
  const asked = () =>
    started.flatMap((each) =>
      each.asked.map((it) => (it.kind === 'png' ? Buffer.from(it.picture).toString() : '')),
    )
  const answer = async (found = 'seen') => {
    last().say({ is: 'found', found })
    await turn()
  }

  it('starts a process with the first look, and ends it after a minute without any', async () => {
    expect(started).toHaveLength(0)
    ask('a')
    expect(asked()).toEqual([])
    last().say({ is: 'ready' })
    await answer()
    clock.advance(59_000)
    expect(last().isKilled).toBe(false)
    clock.advance(1000)
    expect(last().isKilled).toBe(true)
    ask('a')
    expect(started).toHaveLength(2)
  })

  it('tells a process that a person touches a phone, and starts none for it', () => {
    lane.giveWay()
    expect(started).toHaveLength(0)
    ask('a')
    last().say({ is: 'ready' })
    lane.giveWay()
    expect(last().gaveWay).toBe(1)
  })

  it('starts a process before the first look for who expects one, once', async () => {
    lane.warmUp()
    lane.warmUp()
    last().say({ is: 'ready' })
    ask('a')
    expect(asked()).toEqual(['a'])
    await answer()
    clock.advance(60_000)
    expect(started.map(({ isKilled }) => isKilled)).toEqual([true])
    lane.warmUp()
    last().say({ is: 'ready' })
    clock.advance(60_000)
    expect(started.map(({ isKilled }) => isKilled)).toEqual([true, true])
    lane.close()
    lane.warmUp()
    expect(started).toHaveLength(2)
  })

  it('asks one look at a time, of the phone that was served longest ago', async () => {
    for (const name of ['a1', 'a2', 'a3']) ask('a', name)
    ask('b', 'b1')
    last().say({ is: 'ready' })
    for (let at = 0; at < 4; at += 1) {
      clock.advance(1)
      await answer()
    }
    expect(asked()).toEqual(['a1', 'b1', 'a2', 'a3'])
  })

  it('ends a slow process: one phone’s looks fail, a new process serves the others', async () => {
    ask('slow')
    ask('b')
    ask('slow', 'its next')
    last().say({ is: 'ready' })
    clock.advance(8 * cpuMs)
    await turn()
    expect(ended.splice(1, 1)).toEqual([`its next: ${tooMuch}`])
    expect(ended).toEqual([`slow: ${tooMuch}`])
    expect(started[0]?.isKilled).toBe(true)
    last().say({ is: 'ready' })
    await answer('late')
    expect(ended[1]).toBe('b: late')
    ask('slow', 'at once')
    await turn()
    expect(ended[2]).toBe(`at once: ${tooMuch}`)
    clock.advance(30_000)
    ask('slow', 'again')
    await answer()
    expect(ended[3]).toBe('again: seen')
  })

  it('fails at once the looks of a phone whose picture needs too much memory', async () => {
    ask('a')
    ask('b')
    last().say({ is: 'ready' })
    last().say({ is: 'overrun' })
    await turn()
    expect(ended).toEqual([`a: ${tooMuch}`])
    expect(started[0]?.isKilled).toBe(true)
    last().say({ is: 'ready' })
    await answer()
    expect(ended[1]).toBe('b: seen')
  })

  it('asks once more after the process died, and blames the phone for a second time', async () => {
    ask('a')
    ask('b')
    last().say({ is: 'ready' })
    last().exit()
    last().say({ is: 'ready' })
    await answer()
    await answer('late')
    expect(ended).toEqual(['b: seen', 'a: late'])
    ask('a', 'bad')
    last().exit()
    last().say({ is: 'ready' })
    last().exit()
    ask('a', 'at once')
    await turn()
    expect(ended.slice(2)).toEqual([`bad: ${tooMuch}`, `at once: ${tooMuch}`])
  })

  it('leaves out what is stopped, and says so at once', async () => {
    const stop = new AbortController()
    for (const name of ['b1', 'b2'])
      void lane.ask('b', look(name), cpuMs, stop.signal).catch((error: Error) => ended.push(error.message))
    ask('a')
    last().say({ is: 'ready' })
    stop.abort(new Error('stopped'))
    await turn()
    expect(ended).toEqual(['stopped', 'stopped'])
    await answer()
    await answer()
    expect(asked()).toEqual(['b1', 'a'])
    expect(ended[2]).toBe('a: seen')
  })

  it('starts another process for one that is killed before it is ready', async () => {
    ask('a')
    last().exit()
    last().say({ is: 'ready' })
    await answer()
    expect(started).toHaveLength(2)
    expect(ended).toEqual(['a: seen'])
  })

  it('fails all looks when no process starts, and tries again for the next', async () => {
    ask('a')
    ask('b')
    for (let starts = 0; starts < 3; starts += 1) last().exit()
    await turn()
    expect(ended).toHaveLength(2)
    ask('at once')
    expect(started).toHaveLength(3)
    clock.advance(10_000)
    ask('c')
    clock.advance(60_000)
    await turn()
    expect(ended[3]).toBe('c: The process that looks at pictures did not start.')
    expect(last().isKilled).toBe(true)
  })

  it('fails what waits when it is closed, and takes nothing more', async () => {
    ask('a')
    ask('b')
    lane.close()
    ask('c')
    await turn()
    expect(ended.map((each) => each.split(': ')[1])).toEqual(Array(3).fill('The program is closing.'))
    expect(last().isKilled).toBe(true)
    expect(started).toHaveLength(1)
  })
})
