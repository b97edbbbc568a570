import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { actionSchema, type Action } from '../../../../src-shared/protocol/action'
import { leastCost } from '../../../../src-main/core/flows/language/cost'
import { read } from '../reading/read'
import { openFlowBench, type BenchPhone, type FlowBench } from '../run/flow-bench'

/** A step for each action of the service. */
const steps = {
  tap: '- tapOn: { point: "50%,25%" }',
  double_tap: '- doubleTapOn: { point: "50%,25%" }',
  long_press: '- longPressOn: { point: "50%,25%", duration: 1500 }',
  swipe: '- swipe: left',
  drag: '- drag: { start: "0%,0%", end: "50%,50%", duration: 900 }',
  scroll: '- scroll: { notches: -3, point: "10%,10%" }',
  text: '- inputText: Hello',
  key: '- pressKey: Enter',
  press: '- press: Meta+Z',
  open_url: '- openLink: https://example.com/',
  open_app: '- launchApp: sys_notes',
  clipboard_set: '- setClipboard: a',
  clipboard_get: '- readClipboard',
  device_ip: '- deviceIp',
  airplane: '- setAirplaneMode: enabled',
  recalibrate: '- recalibrate',
  path: '- path: ["0%,0%", "50%,50%", "199,399"]',
} satisfies Record<Action['type'], string>

describe('a step', () => {
  let bench: FlowBench
  let first: BenchPhone
  let second: BenchPhone
  beforeEach(async () => {
    bench = await openFlowBench()
    ;[first, second] = bench.phones
  })
  afterEach(() => bench.close())

  const run = async (text: string) => {
    const { cases } = await bench.resultOf(await bench.start({ 'a.yaml': text }))
    expect(cases.map(({ failure }) => failure?.message ?? null)).toEqual([null, null])
    return cases
  }
  const messages = (cases: Awaited<ReturnType<typeof run>>) =>
    cases.map(({ steps: done }) => done.map(({ message }) => message))

  it('does each action of the service, and is known before to cost one', async () => {
    const all = actionSchema.options.map(({ shape }) => shape.type.value)
    expect(Object.keys(steps).toSorted()).toEqual(all.toSorted())
    const text = Object.values(steps).join('\n')
    const [{ spentActions } = { spentActions: 0 }] = await run(text)
    expect(first.done.map(({ type }) => type)).toEqual(Object.keys(steps))
    expect([spentActions, leastCost([read(text)]).actions]).toEqual([all.length, all.length])
  })

  it('sends what its options say', async () => {
    await run([steps.long_press, steps.drag, steps.path, '- scroll: { notches: -45 }'].join('\n'))
    expect(first.done).toEqual([
      { type: 'long_press', x: 100, y: 100, hold_ms: 1500 },
      { type: 'drag', x1: 0, y1: 0, x2: 100, y2: 200, duration_ms: 900 },
      {
        type: 'path',
        points: [
          { x: 0, y: 0 },
          { x: 100, y: 200 },
          { x: 199, y: 399 },
        ],
      },
      ...[-20, -20, -5].map((dy) => ({ type: 'scroll', x: 100, y: 200, dy })),
    ])
  })

  it('keeps what it read for the steps that follow', async () => {
    await run(`
- readClipboard
- setClipboard: \${fleetwall.copiedText}!
- readClipboard: code.one
- deviceIp
- deviceIp: address
- setClipboard: \${output.code.one} \${output.ip} \${output.address}
`)
    expect(first.done.flatMap((action) => (action.type === 'clipboard_set' ? action.text : []))).toEqual([
      'copied!',
      'copied 10.0.0.7 10.0.0.7',
    ])
  })

  it('changes name, notes and labels without an action', async () => {
    const [{ spentActions } = { spentActions: 1 }] = await run(`
- setName: Lab \${1 + 1}
- setName: ''
- setNotes: "two\\nlines"
- setLabels: { add: [new, new], remove: smoke }
- setLabels: [lab, other]
- setLabels: []
`)
    expect(first.edits).toEqual([
      { customName: 'Lab 2' },
      { customName: null },
      { notes: 'two\nlines' },
      { addLabels: ['new'], removeLabels: ['smoke'] },
      { addLabels: ['lab', 'other'], removeLabels: ['smoke'] },
      { addLabels: [], removeLabels: ['smoke', 'lab'] },
    ])
    expect(spentActions).toBe(0)
  })

  const typed = (phone: BenchPhone) => phone.done.flatMap((each) => ('text' in each ? each.text : []))

  it('types a random text, which the report tells', async () => {
    const cases = await run(
      ['Email', 'PersonName', 'Number', 'Text', 'CityName', 'CountryName', 'ColorName']
        .map((what) => `- inputRandom${what}`)
        .join('\n'),
    )
    const texts = typed(first)
    for (const [at, pattern] of [
      /^[a-z]+\.[a-z]+\d{4}@example\.com$/,
      /^[A-Z]\w+ [A-Z]\w+$/,
      /^[1-9]\d{7}$/,
      /^[a-z]{8}$/,
      /^[A-Z]/,
      /^[A-Z]/,
      /^[a-z]/,
    ].entries())
      expect(texts[at]).toMatch(pattern)
    expect(messages(cases)[0]?.map((message) => /^“(.*)” \(seed \d+\)$/.exec(message ?? '')?.[1])).toEqual(
      texts,
    )
    expect(typed(second)).not.toEqual(texts)
  })

  it('types the same random text for the same seed, and keeps it', async () => {
    const cases = await run(`
- inputRandomText: { length: 300, seed: 7, output: code }
- assertTrue: \${output.code.length == 300}
- inputRandomNumber: { length: "\${2 + 1}", seed: 7 }
- inputRandomEmail: { output: PASSWORD }
`)
    expect(typed(first).slice(0, 2)).toEqual(typed(second).slice(0, 2))
    expect(typed(first)[1]).toMatch(/^\d{3}$/)
    expect(messages(cases)[0]?.[3]).toBeNull()
  })
})
