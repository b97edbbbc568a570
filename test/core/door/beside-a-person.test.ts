import { beforeEach, describe, expect, it } from 'vitest'
import type { ToolResult } from '../../../src-main/core/agent/agent-session'
import { createProgramTurns } from '../../../src-main/core/door/turns'
import { unlessStopped } from '../../../src-main/core/time/unless-stopped'
import type { Acted } from '../../../src-main/core/agent/acted'
import { actedOn, fakeTools, type FakeTools } from '../agent/fake-tools'
import { line } from '../flows/run/flow-bench'

const tap = { phone: 'dev_a', x: 10, y: 20 }

describe('a program on a phone that a person uses', () => {
  let fake: FakeTools
  let turns: ReturnType<typeof createProgramTurns>
  let program: ReturnType<FakeTools['program']>
  let acted: Acted
  let isPressed: boolean
  let isPaused: boolean

  beforeEach(() => {
    fake = fakeTools()
    isPressed = false
    isPaused = false
    acted = actedOn(fake.clock)
    turns = createProgramTurns({
      clock: fake.clock,
      isViewOnly: () => false,
      isPressed: () => isPressed,
      assertNoJob: () => Promise.resolve(),
    })
    const inTurn: FakeTools['tools']['inTurn'] = (...given) => turns.on(...given)
    const { untouched, nextTouch } = turns
    Object.assign(fake.tools, { inTurn, untouched, nextTouch })
    Object.defineProperty(fake.tools, 'isPaused', { get: () => isPaused })
    program = fake.program({ actionsPerHour: 5 }, acted)
  })
  const done = () => fake.phone('dev_a').done
  const touch = () => turns.touched(['dev_a'])
  const codeOf = ({ structuredContent }: ToolResult) => structuredContent['code']
  const before = () => fake.clock.monotonic()
  /** Has the phone's input wait for the rate, and calls when it does. */
  const wait = (atInput: (count: number) => void) => {
    const phone = fake.phone('dev_a')
    const { act, type } = phone
    let count = 0
    const held = async (stop: AbortSignal) => {
      atInput((count += 1))
      await unlessStopped(new Promise<void>((resolve) => void fake.clock.after(50, resolve)), stop)
    }
    phone.act = async (action, stop) => {
      await held(stop)
      return act.call(phone, action, stop)
    }
    const typeNow = type.bind(phone)
    phone.type = async (text, stop = new AbortController().signal) => {
      await held(stop)
      return typeNow(text)
    }
  }

  it('taps no pixels that the person may have changed since it saw them', async () => {
    await program.call('see', { phone: 'dev_a' })
    touch()
    const began = before()
    const [tapped, swiped] = [
      await program.call('tap', tap),
      await program.call('swipe', { phone: 'dev_a', from_x: 1, from_y: 1, to_x: 9, to_y: 9 }),
    ]
    expect([tapped, swiped].map(codeOf)).toEqual(['changed', 'changed'])
    expect(before()).toBe(began)
    await program.call('see', { phone: 'dev_a' })
    expect((await program.call('tap', tap)).isError).toBeUndefined()
    expect(done()).toHaveLength(1)
  })

  it('taps no pixels of a picture that it got while a finger was down', async () => {
    isPressed = true
    await program.call('see', { phone: 'dev_a' })
    isPressed = false
    touch()
    expect(codeOf(await program.call('tap', tap))).toBe('changed')
  })

  it('taps no pixels when the person comes while the tap waits for the rate', async () => {
    await program.call('see', { phone: 'dev_a' })
    wait(touch)
    expect(codeOf(await program.call('tap', tap))).toBe('changed')
    expect(done()).toEqual([])
    expect(acted.times).toEqual([])
  })

  it('taps a text where it is after the person has used the phone', async () => {
    fake.lines.push(line('Notes', 10, 20))
    wait((count) => {
      if (count > 1) return
      fake.lines.splice(0, 1, line('Notes', 10, 220))
      touch()
    })
    const began = before()
    expect((await program.call('tap', { phone: 'dev_a', text: 'Notes' })).isError).toBeUndefined()
    expect(done()).toEqual([{ type: 'tap', x: 30, y: 230 }])
    expect(before() - began).toBeGreaterThanOrEqual(10_000)
    expect(acted.times).toHaveLength(1)
  })

  it('hears what its own input changed, not what the person did before', async () => {
    touch()
    fake.lines.push(line('Old', 0, 0))
    fake.clock.after(5000, () => {
      fake.lines.splice(0, 1, line('Theirs', 0, 0))
      fake.phone('dev_a').show()
    })
    const answer = await program.call('press', { phone: 'dev_a', preset: 'home' })
    expect(answer.structuredContent).toMatchObject({ changed: true, appeared: [], gone: [] })
  })

  it('stops amid a long text, and is answered how much of it is typed', async () => {
    wait((count) => {
      if (count === 2) touch()
    })
    const answer = await program.call('type', { phone: 'dev_a', text: 'ä'.repeat(2500) })
    expect(answer.structuredContent).toMatchObject({
      code: 'held',
      typed: 1000,
      message: 'A person is using this phone. 1000 of 2500 characters are typed.',
    })
    expect(done()).toHaveLength(1)
    expect(acted.times).toHaveLength(1)
  })

  it('learns at once of a pause, also amid a wait, and keeps its action', async () => {
    isPaused = true
    const began = before()
    touch()
    expect(codeOf(await program.call('tap', tap))).toBe('paused')
    expect(before()).toBe(began)
    isPaused = false
    fake.clock.advance(10_000)
    fake.phone('dev_a').stand({ name: 'waiting', reason: '' })
    fake.clock.after(1500, () => (isPaused = true))
    const from = before()
    for (const tool of ['tap', 'wait_for'])
      expect(codeOf(await program.call(tool, tool === 'tap' ? tap : { phone: 'dev_a', text: 'x' }))).toBe(
        'paused',
      )
    expect(before() - from).toBeLessThan(3000)
    expect(acted.times).toEqual([])
  })

  it.each([
    ['held', { touches: true }],
    ['not-on-screen', { given: { phone: 'dev_a', text: 'Nowhere' } }],
    ['away', { isAway: true }],
  ])(
    'keeps its action when a tap is refused: %s',
    async (code, { touches, given = tap, isAway }: Refused) => {
      if (touches) wait(touch)
      if (isAway) fake.phone('dev_a').stand({ name: 'gone', reason: 'The phone is blocked.' })
      expect(codeOf(await program.call('tap', given))).toBe(code)
      expect(acted.times).toEqual([])
    },
  )

  it('has used its action once the service was asked', async () => {
    const phone = fake.phone('dev_a')
    phone.act = () => Promise.reject(new Error('what the service said is lost'))
    expect((await program.call('tap', tap)).isError).toBe(true)
    expect(acted.times).toHaveLength(1)
  })
})

interface Refused {
  touches?: boolean
  given?: object
  isAway?: boolean
}
