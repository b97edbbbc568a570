import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import type { ControlMessage } from '../../../src-shared/protocol/control-message'
import { createControlPacer, type ControlPacer } from '../../../src-main/core/phone/control-pacer'
import { createFakeClock, type FakeClock } from '../base/fake-clock'

const mouse = (x: number, buttons: 0 | 1): ControlMessage => ({ type: 'mouse', x, y: 0, buttons })
const scroll = (dy: number): ControlMessage => ({ type: 'scroll', x: 1, y: 1, dy })
const key = (name: string): ControlMessage => ({ type: 'key', key: name })
const text = (what: string): ControlMessage => ({ type: 'text', text: what })
const ping: ControlMessage = { type: 'ping' }
const settle = () => new Promise((resolve) => setImmediate(resolve))

interface Sent {
  at: number
  message: ControlMessage
}

function createRun(perSecond = 120) {
  const clock = createFakeClock()
  const sent: Sent[] = []
  const pacer = createControlPacer({
    clock,
    perSecond,
    send: (message) => sent.push({ at: clock.monotonic(), message }),
  })
  return { clock, sent, pacer, messages: () => sent.map(({ message }) => message) }
}

/** What the phone makes of messages, told apart as a person would: edges, keys, letters, the sum of notches. */
function effects(messages: readonly ControlMessage[]) {
  const edges: string[] = []
  let [buttons, letters, x, dy] = [0, '', 0, 0]
  for (const message of messages) {
    if (message.type === 'mouse') {
      // The place of an edge is where the phone's finger goes down or up, and where it was right before.
      if (message.buttons !== buttons) edges.push(`${x}>${message.buttons}@${message.x}`)
      buttons = message.buttons
      x = message.x
    }
    if (message.type === 'key') edges.push(`key ${message.key}`)
    if (message.type === 'text') letters += message.text
    if (message.type === 'scroll') dy += message.dy
  }
  return { edges, letters, dy, x }
}

describe('the control pacer (spec 4.11)', () => {
  let clock: FakeClock
  let pacer: ControlPacer
  let messages: () => ControlMessage[]

  beforeEach(() => {
    ;({ clock, pacer, messages } = createRun(10))
  })

  /** Uses up what may go at once, so that what follows waits. */
  const fill = () => {
    pacer.push(key('first'))
    return messages().length
  }

  it('sends at once what the rate allows', () => {
    pacer.push(mouse(1, 1))
    expect(messages()).toEqual([mouse(1, 1)])
  })

  it('merges moves that wait into the last of them, between a press and a release that stay', () => {
    const before = fill()
    pacer.push(mouse(1, 1))
    for (const x of [2, 3, 4]) pacer.push(mouse(x, 1))
    pacer.push(mouse(5, 0))
    clock.advance(5000)
    expect(messages().slice(before)).toEqual([mouse(1, 1), mouse(4, 1), mouse(5, 0)])
  })

  it('sums notches of one direction, to 20 a message at most', () => {
    const before = fill()
    for (let notch = 0; notch < 45; notch++) pacer.push(scroll(1))
    pacer.push(scroll(-1))
    clock.advance(5000)
    expect(messages().slice(before)).toEqual([scroll(20), scroll(20), scroll(5), scroll(-1)])
  })

  it('does not merge over anything in between', () => {
    const before = fill()
    const made = [scroll(1), key('a'), scroll(1), text('x'), key('b'), text('y')]
    for (const message of made) pacer.push(message)
    clock.advance(5000)
    expect(messages().slice(before)).toEqual(made)
  })

  it('gathers what is typed while the phone still types', () => {
    for (const letter of 'hello') pacer.push(text(letter))
    clock.advance(999)
    expect(messages()).toEqual([text('h')])
    pacer.typed()
    expect(messages()).toEqual([text('h'), text('ello')])
  })

  it('gathers for a moment also where the phone types at once, so that fast typing costs few actions', () => {
    ;({ clock, pacer, messages } = createRun())
    pacer.push(text('h'))
    pacer.typed()
    for (const letter of 'ey') pacer.push(text(letter))
    clock.advance(119)
    expect(messages()).toEqual([text('h')])
    clock.advance(1)
    expect(messages()).toEqual([text('h'), text('ey')])
  })

  it('is settled when nothing waits and the last text is typed', async () => {
    let settled: boolean | null = null
    pacer.push(text('a'))
    pacer.push(text('b'))
    void pacer.settled().then((isTyped) => (settled = isTyped))
    clock.advance(200)
    pacer.typed()
    await settle()
    expect(settled).toBe(null)
    clock.advance(200)
    pacer.typed()
    await settle()
    expect(settled).toBe(true)
    expect(await pacer.settled()).toBe(true)
  })

  it('is not settled while a text may still be typed, for 5 s and as long as a slow phone takes for each letter', async () => {
    const settled: boolean[] = []
    const ask = () => void pacer.settled().then((isTyped) => settled.push(isTyped))
    const steps: [() => void, boolean[]][] = [
      [() => clock.advance(5019), []],
      [pacer.typed, [true]],
      [() => [pacer.push(text('b')), ask(), clock.advance(5020)], [false]],
      // What was not told of the text before it holds up this one no longer, and an error is an answer too.
      [() => [pacer.push(text('c')), ask(), clock.advance(2000)], []],
      [pacer.refused, [true]],
      [() => [pacer.push(text('d'.repeat(1000))), ask(), clock.advance(24_999)], []],
      [() => [pacer.push(text('e'.repeat(50))), clock.advance(1000)], []],
      [() => clock.advance(4999), []],
      [() => clock.advance(1), [false]],
      // Nobody waits for the next, so nobody is told of it later.
      [() => [pacer.push(text('f')), clock.advance(6000), ask()], [true]],
      [() => [pacer.push(text('g')), ask()], []],
      [pacer.clear, [true]],
    ]
    pacer.push(text('a'))
    ask()
    for (const [step, done] of steps) {
      step()
      await settle()
      expect(settled.splice(0)).toEqual(done)
    }
    expect(clock.pending).toBe(0)
  })

  it.each([
    ['a tap', [mouse(1, 1), mouse(1, 0)]],
    ['a notch', [scroll(1)]],
    ['a key', [key('enter')]],
  ])('is settled behind %s of the last second when the service has answered a ping', async (_, input) => {
    const { clock, pacer, messages } = createRun()
    let settled: boolean | null = null
    for (const message of input) pacer.push(message)
    clock.advance(900)
    void pacer.settled().then((isTyped) => (settled = isTyped))
    await settle()
    expect(messages()).toEqual([...input, ping])
    expect(settled).toBe(null)
    pacer.ponged()
    await settle()
    expect(settled).toBe(true)
    // What is asked again is known, and what was so long ago is not asked.
    expect(await pacer.settled()).toBe(true)
    pacer.push(key('a'))
    clock.advance(1000)
    expect(await pacer.settled()).toBe(true)
    expect(messages()).toEqual([...input, ping, key('a')])
  })

  it('asks once for all who wait behind the same input, and anew behind the next', async () => {
    const { pacer, messages } = createRun()
    const settled: string[] = []
    const ask = (who: string) => void pacer.settled().then(() => settled.push(who))
    pacer.push(key('a'))
    ask('first')
    ask('second')
    await settle()
    pacer.push(key('b'))
    ask('third')
    await settle()
    expect(messages()).toEqual([key('a'), ping, key('b'), ping])
    pacer.ponged()
    await settle()
    expect(settled).toEqual(['first', 'second'])
    pacer.ponged()
    await settle()
    expect(settled).toEqual(['first', 'second', 'third'])
  })

  it('waits for an answer to a ping for a second, and no more where the service has never answered one', async () => {
    const { clock, pacer, messages } = createRun()
    const settled: string[] = []
    const askBehind = async (name: string) => {
      pacer.push(key(name))
      void pacer.settled().then(() => settled.push(name))
      await settle()
    }
    await askBehind('a')
    clock.advance(999)
    await settle()
    expect(settled).toEqual([])
    clock.advance(1)
    await settle()
    expect(settled).toEqual(['a'])
    await askBehind('b')
    expect(settled).toEqual(['a', 'b'])
    expect(messages()).toEqual([key('a'), ping, key('b')])
    // It comes late: the service answers.
    pacer.ponged()
    await askBehind('c')
    clock.advance(1000)
    await settle()
    expect(settled).toEqual(['a', 'b', 'c'])
    await askBehind('d')
    expect(settled).toEqual(['a', 'b', 'c'])
    pacer.ponged()
    await settle()
    expect(settled, 'one that was never answered holds up no other').toEqual(['a', 'b', 'c', 'd'])
  })

  it('asks nothing any more for those who waited when it was cleared', async () => {
    const { pacer, messages } = createRun()
    let settled = false
    pacer.push(key('a'))
    pacer.push(text('b'))
    void pacer.settled().then(() => (settled = true))
    pacer.clear()
    await settle()
    expect(settled).toBe(true)
    expect(messages()).toEqual([key('a'), text('b')])
  })

  it('keeps a ping below the rate, and waits for none when it is cleared', async () => {
    let settled = false
    fill()
    void pacer.settled().then(() => (settled = true))
    await settle()
    expect(messages()).toEqual([key('first')])
    expect(pacer.clear()).toMatchObject({ unsent: false })
    await settle()
    expect(settled).toBe(true)
    clock.advance(5000)
    expect(messages()).toEqual([key('first')])
    expect(clock.pending).toBe(0)
  })

  it('sends what was gathered when a key follows it', () => {
    for (const letter of 'abc') pacer.push(text(letter))
    pacer.push(key('enter'))
    clock.advance(500)
    expect(messages()).toEqual([text('a'), text('bc'), key('enter')])
  })

  it('waits no longer than a second for an answer to a text', () => {
    pacer.push(text('a'))
    pacer.push(text('b'))
    clock.advance(1000)
    expect(messages()).toEqual([text('a'), text('b')])
  })

  it('forgets everything when it is cleared, and says whether more than moves was not sent', () => {
    fill()
    pacer.push(mouse(1, 0))
    const inputSentAt = clock.monotonic()
    expect(pacer.clear()).toEqual({ unsent: false, unanswered: false, inputSentAt })
    pacer.push(key('a'))
    expect(pacer.clear()).toEqual({ unsent: true, unanswered: false, inputSentAt })
    clock.advance(5000)
    expect(messages()).toEqual([key('first')])
    expect(clock.pending).toBe(0)
  })

  it('says when it is cleared whether a text was not answered, also one that held up the next no longer', () => {
    const isUnanswered = () => pacer.clear().unanswered
    pacer.push(text('a'))
    expect(isUnanswered()).toBe(true)
    pacer.push(text('a'))
    pacer.typed()
    expect(isUnanswered()).toBe(false)
    pacer.push(text('a'))
    clock.advance(1000)
    pacer.push(text('b'))
    clock.advance(1000)
    pacer.typed()
    expect(isUnanswered()).toBe(true)
    pacer.push(text('a'))
    pacer.refused()
    expect(isUnanswered()).toBe(false)
  })

  it('after a hold that timed out, drops the moves of that press and knows the next press for one', () => {
    pacer.push(mouse(1, 1))
    pacer.push(mouse(2, 1))
    pacer.push(key('a'))
    expect(pacer.released()).toBe(true)
    pacer.push(mouse(7, 1))
    pacer.push(mouse(8, 1))
    clock.advance(5000)
    expect(messages()).toEqual([mouse(1, 1), key('a'), mouse(7, 1), mouse(8, 1)])
  })

  it('after a hold that timed out, keeps a release and a press that already wait, which is not the press that was meant', () => {
    pacer.push(mouse(1, 1))
    for (const waiting of [mouse(2, 1), mouse(3, 0), mouse(4, 1)]) pacer.push(waiting)
    expect(pacer.released()).toBe(false)
    clock.advance(5000)
    expect(messages()).toEqual([mouse(1, 1), mouse(3, 0), mouse(4, 1)])
  })
})

describe('whatever a hand does', () => {
  const step = fc.oneof(
    { weight: 6, arbitrary: fc.record({ x: fc.nat(50), buttons: fc.constantFrom(0 as const, 1 as const) }) },
    { weight: 2, arbitrary: fc.record({ dy: fc.constantFrom(-3, -1, 1, 2) }) },
    { weight: 2, arbitrary: fc.record({ key: fc.constantFrom('a', 'b') }) },
    { weight: 2, arbitrary: fc.record({ text: fc.string({ minLength: 1, maxLength: 4 }) }) },
    { weight: 3, arbitrary: fc.record({ pause: fc.integer({ min: 0, max: 400 }) }) },
    { weight: 1, arbitrary: fc.constant({ typed: true }) },
  )
  const run = fc.record({
    perSecond: fc.integer({ min: 1, max: 200 }),
    steps: fc.array(step, { maxLength: 150, size: 'max' }),
  })

  const play = ({ perSecond, steps }: typeof run extends fc.Arbitrary<infer Run> ? Run : never) => {
    const { clock, sent, pacer } = createRun(perSecond)
    const made: ControlMessage[] = []
    const push = (message: ControlMessage) => {
      made.push(message)
      pacer.push(message)
    }
    for (const each of steps) {
      if ('pause' in each) clock.advance(each.pause)
      else if ('typed' in each) pacer.typed()
      else if ('dy' in each) push(scroll(each.dy))
      else if ('key' in each) push(key(each.key))
      else if ('text' in each) push(text(each.text))
      else push(mouse(each.x, each.buttons))
    }
    while (clock.runNext());
    return { made, sent }
  }

  /** The most in any one second. */
  const busiest = (times: readonly number[]) =>
    Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + 1000).length))

  it('no more than nine tenths of what `ready` allows are sent in any one second', () => {
    fc.assert(
      fc.property(run, (given) => {
        const times = play(given).sent.map(({ at }) => at)
        expect(busiest(times)).toBeLessThanOrEqual(Math.max(1, given.perSecond * 0.9))
      }),
    )
  })

  it('no more than `ready` allows arrive in any one second, though each is up to 100 ms on its way', () => {
    const delays = fc.array(fc.integer({ min: 0, max: 100 }), { minLength: 1, maxLength: 150 })
    fc.assert(
      fc.property(run, delays, (given, late) => {
        let last = 0
        // None overtakes another.
        const times = play(given).sent.map(
          ({ at }, index) => (last = Math.max(last, at + (late[index % late.length] ?? 0))),
        )
        expect(busiest(times)).toBeLessThanOrEqual(given.perSecond)
      }),
    )
  })

  it('a hand that never rests has nine tenths of what `ready` allows, whatever the network does', () => {
    const { clock, sent, pacer } = createRun(120)
    for (let ms = 0; ms < 5000; ms++) {
      pacer.push(key('a'))
      clock.advance(1)
    }
    const times = sent.map(({ at }) => at).filter((at) => at < clock.monotonic())
    expect(busiest(times)).toBeGreaterThanOrEqual(96)
    expect(busiest(times)).toBeLessThanOrEqual(108)
    // A stall of 100 ms, after which all that was held up arrives together.
    for (let stall = 0; stall < 5000; stall += 10) {
      const from = (times[0] ?? 0) + stall
      const arrived = times.map((at) => (at >= from && at < from + 100 ? from + 100 : at))
      expect(busiest(arrived)).toBeLessThanOrEqual(120)
    }
  })

  it('no press, release, key, letter or notch is lost, and their order and places hold', () => {
    fc.assert(
      fc.property(run, (given) => {
        const { made, sent } = play(given)
        expect(effects(sent.map(({ message }) => message))).toEqual(effects(made))
      }),
    )
  })

  it('everything but moves arrives in its order, whatever was made one message', () => {
    /** What cannot be taken apart any further: edges, keys, letters, notches. */
    const atoms = (messages: readonly ControlMessage[]) => {
      let buttons = 0
      return messages.flatMap((message) => {
        if (message.type === 'text') return [...message.text]
        if (message.type === 'key') return [`<${message.key}>`]
        if (message.type === 'scroll') {
          return Array<string>(Math.abs(message.dy)).fill(message.dy > 0 ? 'down' : 'up')
        }
        if (message.type !== 'mouse' || message.buttons === buttons) return []
        buttons = message.buttons
        return [`${buttons}@${message.x}`]
      })
    }
    fc.assert(
      fc.property(run, (given) => {
        const { made, sent } = play(given)
        expect(atoms(sent.map(({ message }) => message))).toEqual(atoms(made))
      }),
    )
  })

  it('a message is never larger than the service takes, and a text arrives whole', () => {
    const long = fc
      .tuple(fc.constantFrom('a', '漢', '😀', '"'), fc.integer({ min: 1, max: 3000 }))
      .map(([character, times]) => character.repeat(times))
    fc.assert(
      fc.property(fc.array(long, { maxLength: 4, size: 'max' }), (texts) => {
        const { made, sent } = play({ perSecond: 120, steps: texts.map((each) => ({ text: each })) })
        const messages = sent.map(({ message }) => message)
        for (const message of messages) {
          expect(Buffer.byteLength(JSON.stringify(message))).toBeLessThanOrEqual(8192)
          expect(message.type === 'text' && [...message.text].length <= 4096).toBe(true)
        }
        expect(effects(messages).letters).toBe(effects(made).letters)
      }),
      { numRuns: 25 },
    )
  })
})
