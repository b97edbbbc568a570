import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { registerFonts } from '../../../src-simulator/screens/fonts'
import type { HandsetSpec } from '../../../src-simulator/screens/handset'
import { PhoneHost } from '../../../src-simulator/screens/phone-host'
import type { FromThread, PhoneAnswer, PhoneCommand } from '../../../src-simulator/screens/protocol'
import { SPEC } from './phone-in-hand'

registerFonts()

const SMALL: HandsetSpec = { ...SPEC, snapshot: { width: 375, height: 667 } }

const POISONED = 1
const HEALTHY = 2
const REFERENCE = 3

/** Phones of one thread, with a fast client. Settings › About of the first can be made to throw. */
class Thread {
  readonly frames = new Map<number, Uint8Array[]>()
  readonly defects: FromThread[] = []
  private readonly answers: FromThread[] = []
  private readonly host = new PhoneHost((message) => this.take(message))
  private publicId: () => string = () => SPEC.publicId

  constructor() {
    const poisonable: HandsetSpec = Object.defineProperty({ ...SMALL }, 'publicId', {
      get: () => this.publicId(),
    })
    this.do(POISONED, { do: 'create', spec: poisonable })
    for (const phone of [HEALTHY, REFERENCE]) this.do(phone, { do: 'create', spec: SMALL })
  }

  poison(publicId: () => string): void {
    this.publicId = publicId
  }

  do(phone: number, command: PhoneCommand): void {
    this.host.take({ phone, command })
  }

  /** @throws Error with the thread's answer when it is not a result */
  ask(phone: number, command: PhoneCommand): PhoneAnswer {
    this.host.take({ phone, ticket: 1, command })
    const answer = this.answers.shift()
    if (answer === undefined || !('answer' in answer)) throw new Error(JSON.stringify(answer))
    return answer.answer
  }

  framesOf(phone: number): Uint8Array[] {
    return this.frames.get(phone) ?? []
  }

  private take(message: FromThread): void {
    if ('ticket' in message) this.answers.push(message)
    else if ('defect' in message) this.defects.push(message)
    else {
      this.frames.set(message.phone, [...this.framesOf(message.phone), message.frame])
      this.do(message.phone, { do: 'frameTaken' })
    }
  }
}

/** A short digest of a picture, for readable differences. */
const digest = (picture: PhoneAnswer | undefined): string => {
  if (!(picture instanceof Uint8Array)) throw new Error('no picture')
  return createHash('sha256').update(picture).digest('hex')
}

const throwing = () => {
  throw new Error('poisoned')
}
/** A text that can be laid out but throws while it is drawn. */
const throwingText = () => ({ toString: throwing }) as unknown as string

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 4, 3, 9, 41, 5) }))
afterEach(() => void vi.useRealTimers())

describe.each([
  ['laid out', throwing],
  ['drawn', throwingText],
])('an app that throws while it is %s', (_, poison) => {
  let thread: Thread
  beforeEach(() => {
    thread = new Thread()
    for (const phone of [POISONED, HEALTHY]) {
      thread.do(phone, { do: 'openApp', app: { target: 'sys_about' } })
      thread.do(phone, { do: 'watch', maxFps: 10 })
    }
    thread.do(HEALTHY, { do: 'animate', fps: 10 })
    vi.advanceTimersByTime(1000)
    thread.poison(poison)
  })

  it('sends its phone to the home screen and does not affect the others', () => {
    const before = thread.framesOf(HEALTHY).length
    thread.do(POISONED, { do: 'airplane', on: true })
    vi.advanceTimersByTime(1000)
    expect(thread.defects).toEqual([{ phone: POISONED, defect: 'poisoned' }])

    thread.do(REFERENCE, { do: 'airplane', on: true })
    const home = digest(thread.ask(REFERENCE, { do: 'snapshot' }))
    expect(digest(thread.framesOf(POISONED).at(-1))).toBe(home)
    expect(thread.framesOf(HEALTHY).length - before).toBeGreaterThan(5)
  })

  it('gives a snapshot of the home screen', () => {
    thread.do(POISONED, { do: 'airplane', on: true })
    thread.do(REFERENCE, { do: 'airplane', on: true })
    const snapshot = digest(thread.ask(POISONED, { do: 'snapshot' }))
    expect(snapshot).toBe(digest(thread.ask(REFERENCE, { do: 'snapshot' })))
    expect(thread.defects).toEqual([{ phone: POISONED, defect: 'poisoned' }])
  })

  it('can be opened again and works once it no longer throws', () => {
    thread.do(POISONED, { do: 'airplane', on: true })
    vi.advanceTimersByTime(1000)
    thread.poison(() => SPEC.publicId)
    for (const phone of [POISONED, HEALTHY]) {
      thread.do(phone, { do: 'airplane', on: true })
      expect(thread.ask(phone, { do: 'openApp', app: { target: 'sys_about' } })).toBe(true)
    }
    thread.do(HEALTHY, { do: 'animate', fps: 0 })
    vi.advanceTimersByTime(1000)
    const [opened, never] = [POISONED, HEALTHY].map((phone) => digest(thread.framesOf(phone).at(-1)))
    expect(opened).toBe(never)
  })
})

describe('a phone that is watched', () => {
  it('sends watchers a change that a screenshot has already shown', () => {
    const thread = new Thread()
    thread.do(HEALTHY, { do: 'watch', maxFps: 10 })
    vi.advanceTimersByTime(1000)
    const before = thread.framesOf(HEALTHY)
    thread.do(HEALTHY, { do: 'airplane', on: true })
    thread.ask(HEALTHY, { do: 'snapshot' })
    vi.advanceTimersByTime(1000)
    expect(thread.framesOf(HEALTHY)).toHaveLength(before.length + 1)
    expect(digest(thread.framesOf(HEALTHY).at(-1))).not.toBe(digest(before.at(-1)))
  })
})
