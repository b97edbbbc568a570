import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fill } from '../../../../src-main/core/flows/language/evaluate'
import { compilePattern } from '../../../../src-main/core/flows/language/pattern'
import { mostNotches, type RecordedInput } from '../../../../src-main/core/flows/language/recorded-input'
import { writeFlow } from '../../../../src-main/core/flows/language/write-flow'
import type { StepOf } from '../../../../src-main/core/flows/commands/commands'
import type { Step } from '../../../../src-main/core/flows/language/flow'
import { read } from '../reading/read'

const names = { env: {}, output: new Map(), fleetwall: {} }
const at = { x: 12.34, y: 56.78 }
const tap = (text: string | null, cutout: string | null = null): RecordedInput => ({
  kind: 'tap',
  at,
  text: text === null ? null : { text, index: 0 },
  cutout,
})
const typed = (...letters: string[]): RecordedInput[] => letters.map((text) => ({ kind: 'text', text }))

describe('a recording', () => {
  it('is written as a person would write it', () => {
    const text = writeFlow('Send a note', [
      { kind: 'key', key: 'home' },
      tap('Notes'),
      { kind: 'pause', ms: 2500 },
      { kind: 'pause', ms: 3000 },
      tap(null, 'cutouts/tap-2.png'),
      ...typed('H', 'e', 'l', 'k'),
      { kind: 'key', key: 'Backspace' },
      { kind: 'pause', ms: 1500 },
      ...typed('lo ', '${x}'),
      { kind: 'key', key: 'Enter' },
      { kind: 'double-tap', at, text: { text: 'Total (EUR)', index: 2 }, cutout: null },
      { kind: 'long-press', at, text: null, cutout: null },
      { kind: 'swipe', from: at, to: { x: 120, y: -3 }, durationMs: 412.4 },
      { kind: 'drag', from: at, to: { x: 50, y: 50 }, durationMs: 20_000 },
      { kind: 'path', points: [at, { x: 50, y: 50 }] },
      { kind: 'wheel', at, notches: 1 },
      { kind: 'wheel', at, notches: 2 },
      { kind: 'wheel', at, notches: -1 },
      { kind: 'command', command: 'pasteText' },
      { kind: 'command', command: { setLabels: { add: ['a ${b}', 'c'] } } },
      { kind: 'command', command: { launchApp: { appId: 'messenger', username: 'helper_bot' } } },
      { kind: 'unplayable', about: 'Something\u0007 was\ndone.' },
      { kind: 'unplayable', about: 'Something\u0007 was\ndone.' },
      { kind: 'key', key: 'Backspace' },
      { kind: 'pause', ms: 9000 },
    ])
    expect(text).toBe(`# Starts from the screen that was shown when recording began.
name: Send a note
---
- pressKey: home
- tapOn: Notes
- waitForAnimationToEnd
# What was there: cutouts/tap-2.png
- tapOn:
    point: 12.3%,56.8%
- inputText: Hello \\\${x}
- pressKey: Enter
- doubleTapOn:
    text: Total \\(EUR\\)
    index: 2
- longPressOn:
    point: 12.3%,56.8%
- swipe:
    start: 12.3%,56.8%
    end: 100%,0%
    duration: 412
- drag:
    start: 12.3%,56.8%
    end: 50%,50%
    duration: 10000
- path: [ "12.3%,56.8%", "50%,50%" ]
- scroll:
    notches: 3
    point: 12.3%,56.8%
- scroll:
    notches: -1
    point: 12.3%,56.8%
- pasteText
- setLabels:
    add: [ "a \\\\\${b}", c ]
- launchApp:
    appId: messenger
    username: helper_bot
# Something was done. (2 times)
- eraseText: 1
`)
    expect(read(text).problems).toEqual([])
  })

  it('of nothing is a flow that does nothing', () => {
    const { flow, problems } = read(writeFlow(' ', [{ kind: 'pause', ms: 5000 }]))
    expect([flow.name, flow.steps.length, problems]).toEqual(['Recorded flow', 1, []])
  })

  const anyText = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 60 })
  const shown = fc.oneof(
    anyText,
    fc.constantFrom(
      '007',
      'yes',
      '~',
      '- a',
      '# b',
      'a: b',
      '${NAME}',
      '"',
      '&x',
      '*x',
      '[',
      '%',
      '\\',
      '+1 (2)',
    ),
  )
  const spot = fc.record({
    x: fc.double({ min: -5, max: 105, noNaN: true }),
    y: fc.double({ min: 0, max: 100, noNaN: true }),
  })
  const input: fc.Arbitrary<RecordedInput> = fc.oneof(
    fc.record({
      kind: fc.constantFrom('tap', 'double-tap', 'long-press'),
      at: spot,
      text: fc.option(fc.record({ text: shown, index: fc.nat(3) })),
      cutout: fc.option(fc.constantFrom('cutouts/a.png', 'cutouts/b\n- c.png')),
    }),
    fc.record({ kind: fc.constant('text'), text: shown }),
    fc.record({
      kind: fc.constant('key'),
      key: fc.constantFrom('Enter', 'Backspace', 'home', 'lock', 'ArrowUp'),
    }),
    fc.record({
      kind: fc.constantFrom('swipe', 'drag'),
      from: spot,
      to: spot,
      durationMs: fc.double({ min: 0, max: 1e6, noNaN: true }),
    }),
    fc.record({ kind: fc.constant('path'), points: fc.array(spot, { minLength: 2, maxLength: 200 }) }),
    fc.record({
      kind: fc.constant('wheel'),
      at: spot,
      notches: fc.integer({ min: -mostNotches, max: mostNotches }),
    }),
    fc.record({ kind: fc.constant('unplayable'), about: shown }),
    fc.record({ kind: fc.constant('pause'), ms: fc.nat(5000) }),
  )

  it('is read again without a mistake, whatever was done', () => {
    fc.assert(
      fc.property(shown, fc.array(input, { maxLength: 12 }), (name, inputs) => {
        expect(read(writeFlow(name, inputs)).problems).toEqual([])
      }),
    )
  })

  it('types and finds the same texts when it is read again', () => {
    fc.assert(
      fc.property(shown, shown, (letters, line) => {
        const { flow, problems } = read(writeFlow('a', [...typed(letters), tap(line)]))
        expect(problems).toEqual([])
        expect(flow.steps.map(({ command }) => command)).toEqual(['inputText', 'tapOn'])
        const [typing, tapping] = flow.steps as readonly Step[] as [StepOf<'inputText'>, StepOf<'tapOn'>]
        expect(fill(typing.text, names)).toBe(letters)
        if (tapping.selector.kind !== 'text') return expect.fail('no text')
        expect(compilePattern(fill(tapping.selector.pattern, names)).fits(line)).toBe(true)
      }),
    )
  })
})
