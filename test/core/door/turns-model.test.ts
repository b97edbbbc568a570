import { setImmediate as turn } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PressOwner } from '../../../src-main/core/input/press-owner'
import { createProgramTurns } from '../../../src-main/core/door/turns'
import { unlessStopped } from '../../../src-main/core/time/unless-stopped'
import { FaultError } from '../../../src-shared/protocol/fault'
import { fakeTools } from '../agent/fake-tools'
import { grantOf } from '../agent/grants'
import { line } from '../flows/run/flow-bench'

const phones = ['dev_a', 'dev_b'] as const
const pages = ['wall 1', 'wall 2'] as const
const space = { width: 200, height: 400 }
const personHoldsMs = 10_000
const rateMs = 300
const flowMs = 5000

const phone = fc.constantFrom(...phones)
const page = fc.constantFrom(...pages)
const program = fc.constantFrom(0, 1)
const step = fc.oneof(
  fc.record({
    do: fc.constant('call' as const),
    phone,
    program,
    tool: fc.constantFrom('see', 'pixels', 'pixels', 'text', 'type', 'flow'),
  }),
  fc.record({
    do: fc.constantFrom('down', 'down', 'up', 'key', 'gone', 'mirror', 'drop'),
    phone,
    page,
  }),
  fc.record({ do: fc.constantFrom('lock', 'pause', 'stop-all', 'revoke'), phone, program }),
  fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(50, 400, 3000, 11_000, 35_000) }),
)
type Step = typeof step extends fc.Arbitrary<infer One> ? One : never

/** Two windows with a person, and two programs with their tools, on two phones. */
function set() {
  const fake = fakeTools()
  const { clock } = fake
  fake.lines.push(line('Notes', 100, 200))
  const locked = new Set<string>()
  const touchedAt = new Map<string, number>()
  const inside = new Map<string, number>()
  const isMirrored = { now: false }
  const pause = { isOn: false }
  const presses: PressOwner = new PressOwner({
    queues: {
      of: () => ({ gesture: () => undefined, press: () => undefined, endPress: () => false }),
    },
    followersOf: (pageId, publicId) =>
      new Map(isMirrored.now && pageId === 'wall 1' && publicId === 'dev_a' ? [['dev_b', space]] : []),
    isTouchable: () => true,
    isViewOnly: (publicId) => locked.has(publicId),
    onRefused: () => undefined,
    onTouch: () => undefined,
    onPress: (publicId) => touch(publicId),
    onDropped: () => undefined,
  })
  const turns = createProgramTurns({
    clock,
    isViewOnly: (publicId) => locked.has(publicId),
    isPressed: (publicId) => presses.isPressed(publicId),
    assertNoJob: () => Promise.resolve(),
  })
  const touch = (publicId: string) => {
    touchedAt.set(publicId, clock.monotonic())
    turns.touched([publicId])
  }
  const inTurn: typeof turns.on = (publicId, who, stop, work) =>
    turns.on(publicId, who, stop, async (inside1) => {
      inside.set(publicId, (inside.get(publicId) ?? 0) + 1)
      // One call at a time.
      expect(inside.get(publicId)).toBe(1)
      try {
        return await work(inside1)
      } finally {
        inside.set(publicId, 0)
      }
    })
  const { untouched, nextTouch } = turns
  Object.assign(fake.tools, { inTurn, untouched, nextTouch })
  Object.defineProperty(fake.tools, 'isPaused', { get: () => pause.isOn })

  /** When a program asked for the picture that it saw last. */
  const sawAt = new Map<string, number>()
  const send = (publicId: string) => {
    const now = clock.monotonic()
    expect(presses.isPressed(publicId)).toBe(false)
    expect(now - (touchedAt.get(publicId) ?? -Infinity)).toBeGreaterThanOrEqual(personHoldsMs)
    expect(inside.get(publicId)).toBe(1)
  }
  for (const publicId of phones) {
    const one = fake.phone(publicId)
    const [act, type] = [one.act.bind(one), one.type.bind(one)]
    const wait = async (stop: AbortSignal) => {
      await unlessStopped(new Promise<void>((resolve) => void clock.after(rateMs, resolve)), stop)
      stop.throwIfAborted()
      // As the phone's input has it.
      if (locked.has(publicId)) throw new FaultError({ kind: 'view-only' })
      send(publicId)
    }
    one.act = async (action, stop) => {
      await wait(stop)
      if (action.type === 'tap' && action.y === 20) {
        const seen = sawAt.get(`${action.x} ${publicId}`)
        expect(touchedAt.get(publicId) ?? -Infinity).toBeLessThanOrEqual(seen ?? Infinity)
      }
      return act(action, stop)
    }
    one.type = async (text: string, stop = new AbortController().signal) => {
      await wait(stop)
      return type(text)
    }
  }
  return { fake, clock, turns, presses, locked, isMirrored, pause, touch, inTurn, sawAt }
}

/** Runs steps, lets all end, and returns what is left. */
async function run(steps: readonly Step[]) {
  const { fake, clock, turns, presses, locked, isMirrored, pause, touch, inTurn, sawAt } = set()
  const programs = [0, 1].map((number) => ({
    number,
    ...{ stop: new AbortController(), isOver: false },
    session: fake.program(() => {
      if (programs[number]?.isOver) throw new FaultError({ kind: 'grant-refused', name: 'x', why: 'unknown' })
      return grantOf({})
    }).session,
  }))
  const calls: Promise<unknown>[] = []
  const pressed = new Map<string, number>()
  let count = 0
  const pass = async (ms: number) => {
    let isOver = false
    clock.after(ms, () => (isOver = true))
    while (!isOver) {
      await turn()
      await turn()
      clock.runNext()
    }
    await turn()
  }
  const call = (number: number, tool: string, publicId: string) => {
    const one = programs[number]
    if (!one) return
    const { stop, session } = one
    const [x, y] = [number, 20]
    if (tool === 'flow') {
      const who = { name: 'Flow', mayInterrupt: false }
      const flow = (until: AbortSignal) =>
        unlessStopped(new Promise<void>((end) => void clock.after(flowMs, end)), until)
      const both = inTurn('dev_a', who, stop.signal, (until) => inTurn('dev_b', who, until, flow))
      calls.push(both.catch((thrown: unknown) => expect(thrown).toBeInstanceOf(FaultError)))
      return
    }
    const given = {
      see: {},
      pixels: { x, y },
      text: { text: 'Notes' },
      type: { text: 'ä'.repeat(1500) },
    }[tool]
    const name = tool === 'pixels' || tool === 'text' ? 'tap' : tool
    const began = clock.monotonic()
    calls.push(
      session.call(name, { phone: publicId, ...given }, stop.signal).then((answer) => {
        expect(answer.structuredContent['code']).not.toBe('internal')
        if (tool === 'see' && !answer.isError) sawAt.set(`${x} ${publicId}`, began)
      }),
    )
  }
  const hand = (pageId: (typeof pages)[number], publicId: string, phase: 'down' | 'up') => {
    const key = `${pageId} ${publicId}`
    if (phase === 'down') pressed.set(key, (count += 1))
    const press = pressed.get(key)
    if (press !== undefined)
      presses.gesture(pageId, publicId, { kind: 'pointer', press, phase, x: 1, y: 1, space })
  }

  for (const each of steps) {
    if (each.do === 'call') call(each.program, each.tool, each.phone)
    else if (each.do === 'pass') await pass(each.ms)
    else if ('page' in each) {
      if (each.do === 'down' || each.do === 'up') hand(each.page, each.phone, each.do)
      else if (each.do === 'key') touch(each.phone)
      else if (each.do === 'gone') presses.releasePage(each.page)
      else {
        isMirrored.now = each.do === 'mirror'
        if (!isMirrored.now) presses.keepMirrors('wall 1', new Set())
      }
    } else if (each.do === 'lock') {
      if (!locked.delete(each.phone)) locked.add(each.phone)
    } else if (each.do === 'pause') pause.isOn = !pause.isOn
    else if (each.do === 'stop-all') turns.stopAll()
    else {
      const revoked = programs[each.program]
      if (revoked) revoked.isOver = true
      revoked?.stop.abort(new FaultError({ kind: 'grant-refused', name: 'x', why: 'unknown' }))
    }
    await turn()
  }
  for (const each of pages) presses.releasePage(each)
  let isDone = false
  const all = Promise.all(calls).then(() => (isDone = true))
  for (let waited = 0; waited < 40 && !isDone; waited += 1) await pass(10_000)
  expect(isDone).toBe(true)
  await all
  await pass(5000)
  return { holds: turns.holds, timers: clock.pending }
}

describe('hands and programs on the same phones, whatever they do', () => {
  it('never mix, each call is answered, and nothing is left', async () => {
    const steps = fc.array(step, { minLength: 1, maxLength: 30 })
    const property = fc.asyncProperty(steps, async (given) => {
      expect(await run(given)).toEqual({ holds: [], timers: 0 })
    })
    await fc.assert(property, { numRuns: 150 })
  })
})
