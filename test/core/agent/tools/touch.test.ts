import { createCanvas } from '@napi-rs/canvas'
import { beforeEach, describe, expect, it } from 'vitest'
import { line } from '../../flows/run/flow-bench'
import { fakeTools, textOf, type FakeTools } from '../fake-tools'

describe('a program’s finger', () => {
  let fake: FakeTools
  let program: ReturnType<FakeTools['program']>

  beforeEach(() => {
    fake = fakeTools()
    program = fake.program()
  })
  const done = () => fake.phone('dev_a').done
  const tap = (given: object) => program.call('tap', { phone: 'dev_a', ...given })

  it('taps the middle of a text, in any case, and which of several is meant', async () => {
    fake.lines.push(line('Notes', 10, 20), line('Notes', 10, 120), line('All notes here', 10, 220))
    await tap({ text: 'notes' })
    await tap({ text: 'Notes', index: 1 })
    await tap({ text: 'all notes' })
    expect(done()).toEqual([
      { type: 'tap', x: 30, y: 30 },
      { type: 'tap', x: 30, y: 130 },
      { type: 'tap', x: 30, y: 230 },
    ])
  })

  it('taps nothing when the text is not there, and says what is', async () => {
    fake.lines.push(line('Home', 0, 0))
    const answer = await tap({ text: 'Notes' })
    expect(answer.structuredContent).toMatchObject({ code: 'not-on-screen', lines: [{ text: 'Home' }] })
    expect(done()).toEqual([])
  })

  it('taps pixels of the picture that the program saw', async () => {
    fake.phone('dev_a').size = { width: 1000, height: 2400 }
    await tap({ x: 100, y: 200 })
    fake.phone('dev_a').show(createCanvas(1000, 2400).toBuffer('image/jpeg'))
    await program.call('see', { phone: 'dev_a' })
    await tap({ x: 100, y: 200, times: 2 })
    await tap({ x: 100, y: 200, hold_ms: 800 })
    expect(done()).toEqual([
      { type: 'tap', x: 100, y: 200 },
      { type: 'double_tap', x: 200, y: 400 },
      { type: 'long_press', x: 200, y: 400, hold_ms: 800 },
    ])
  })

  it('draws a line', async () => {
    await program.call('swipe', { phone: 'dev_a', from_x: 1, from_y: 2, to_x: 3, to_y: 4, duration_ms: 300 })
    expect(done()).toEqual([{ type: 'swipe', x1: 1, y1: 2, x2: 3, y2: 4, duration_ms: 300 }])
  })

  it('touches nothing outside of the picture, nor once the phone has turned', async () => {
    expect((await tap({ x: 200, y: 0 })).structuredContent).toMatchObject({ code: 'invalid-arguments' })
    await program.call('see', { phone: 'dev_a' })
    fake.phone('dev_a').size = { width: 400, height: 200 }
    fake.phone('dev_a').show()
    expect((await tap({ x: 1, y: 1 })).structuredContent).toMatchObject({ code: 'input-not-sent' })
    expect(done()).toEqual([])
  })

  it.each([{}, { x: 1 }, { text: 'a', x: 1, y: 1 }, { x: 1, y: 1, times: 2, hold_ms: 5 }])(
    'is refused %j',
    async (given) => {
      expect((await tap(given)).structuredContent).toMatchObject({ code: 'invalid-arguments' })
    },
  )

  it('hears what came and went', async () => {
    fake.lines.push(line('Old', 0, 0), line('Stays', 0, 50))
    fake.screens.read = (jpeg) =>
      jpeg === fake.phone('dev_a').screen.frame?.jpeg ? [line('New', 0, 0), line('Stays', 0, 50)] : fake.lines
    const answer = await tap({ x: 1, y: 1 })
    expect(answer.structuredContent).toMatchObject({
      ...{ changed: true, still: true },
      appeared: [{ text: 'New' }],
      gone: [{ text: 'Old' }],
    })
    expect(textOf(answer)).toContain('Appeared:')
  })

  it('hears that a screen still moves after 3 s', async () => {
    const moveOn = () => {
      fake.phone('dev_a').show()
      fake.clock.after(300, moveOn)
    }
    moveOn()
    expect((await tap({ x: 1, y: 1 })).structuredContent).toMatchObject({ still: false })
  })

  it('is not sent when today’s actions are used up', async () => {
    fake.usage.usage.actions = { used: 100, budget: 100, remaining: 0 }
    expect((await tap({ x: 1, y: 1 })).structuredContent).toMatchObject({ code: 'budget-used-up' })
    expect(done()).toEqual([])
  })
})
