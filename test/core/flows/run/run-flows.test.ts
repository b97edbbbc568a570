import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readMatroska } from '../../recordings/read-matroska'
import type { RunOptions } from '../../../../src-main/core/flows/run/run-flows'
import { shownVerdict } from '../../../../src-main/core/flows/run/run-result'
import { line, openFlowBench, useOf, type BenchPhone, type FlowBench } from './flow-bench'

describe('a run of flows', () => {
  let bench: FlowBench
  let first: BenchPhone
  let second: BenchPhone
  beforeEach(async () => {
    bench = await openFlowBench()
    ;[first, second] = bench.phones
  })
  afterEach(() => bench.close())

  const run = async (flows: Record<string, string>, options?: Partial<RunOptions>) =>
    bench.resultOf(await bench.start(flows, options))
  const verdicts = (cases: readonly { flow: string; phone: { id: string }; verdict: string }[]) =>
    cases.map(({ flow, phone, verdict }) => `${flow} ${phone.id} ${verdict}`)

  it('does each step once on each phone, in its order', async () => {
    const { cases, end } = await run({
      'a.yaml': `
- pressKey: Home
- tapOn: { point: "50%,25%" }
- setClipboard: copied
- repeat: { times: 2, commands: [{ openLink: "https://example.com/" }] }
- swipe: { start: "10,300", end: "10,100", duration: 100 }
`,
    })
    expect(end).toBe('done')
    expect(verdicts(cases)).toEqual(['a dev_first passed', 'a dev_second passed'])
    expect(cases[0]?.spentActions).toBe(6)
    expect(cases[0]?.steps.map(({ title, state, depth }) => [title.split(' ')[0], state, depth])).toEqual([
      ['pressKey', 'passed', 0],
      ['tapOn', 'passed', 0],
      ['setClipboard', 'passed', 0],
      ['repeat', 'passed', 0],
      ['openLink', 'passed', 1],
      ['openLink', 'passed', 1],
      ['swipe', 'passed', 0],
    ])
    for (const { done } of bench.phones)
      expect(done.map(({ type }) => type)).toEqual([
        'press',
        'tap',
        'clipboard_set',
        'open_url',
        'open_url',
        'swipe',
      ])
    expect(first.done[1]).toMatchObject({ type: 'tap', x: 100, y: 100 })
  })

  it('fails at the wrong step, with what it expected and saw and the frame', async () => {
    bench.lines.push(line('Hello there', 10, 20))
    const { cases } = await run({
      'a.yaml': `
onFlowComplete: [{ pressKey: Home }]
---
- assertVisible: { text: "Hello.*" }
- tapOn: { text: there }
- extendedWaitUntil: { visible: Goodbye, timeout: 600 }
- setClipboard: never
`,
    })
    for (const each of cases) {
      expect(each.verdict).toBe('failed')
      expect(each.failure).toMatchObject({
        message: '"Goodbye" is not on the screen.',
        expected: '"Goodbye" visible',
        seen: 'Hello there',
        place: { file: 'flows/a.yaml', line: 6 },
      })
      const frame = await readFile(join(bench.folder, 'report', each.failure?.frame ?? ''))
      expect(frame.subarray(0, 2).toString('hex')).toBe('ffd8')
    }
    // The word's own box; the hook runs after the failure.
    expect(first.done).toMatchObject([
      { type: 'tap', x: 40, y: 30 },
      { type: 'press', name: 'home' },
    ])
  })

  it('goes on after an optional step, repeats a retry, and keeps names apart', async () => {
    const { cases } = await run({
      'a.yaml': `
env: { WHO: all }
---
- assertVisible: { text: Nothing, optional: true, label: "a hint to \${WHO}" }
- evalScript: \${output.tries = 0}
- retry:
    maxRetries: 2
    commands:
      - evalScript: \${output.tries = output.tries + 1}
      - assertTrue: \${output.tries == 3}
- runFlow: { file: part/inner.yaml, env: { WHO: one } }
- setClipboard: \${WHO} \${FLEETWALL_PHONE_NAME}
- runFlow: { when: { visible: Nothing }, commands: [{ setClipboard: never }] }
`,
      'part/inner.yaml': `
env: { WHO: nobody, MORE: "!" }
---
- setClipboard: \${WHO}\${MORE}
`,
    })
    expect(cases.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
    expect(cases[0]?.steps[0]).toMatchObject({ title: 'a hint to all', state: 'warned' })
    expect(cases[0]?.steps.at(-1)).toMatchObject({ state: 'skipped' })
    expect(cases[0]?.steps.filter(({ state }) => state === 'failed')).toHaveLength(2)
    expect(first.done).toMatchObject([{ text: 'one!' }, { text: 'all Aster 01' }])
  })

  it('opens an app by its target, or by a label like a part of its id', async () => {
    bench.lines.push(line('Wiki-Pedia', 10, 20))
    const { cases } = await run({
      'a.yaml': 'appId: org.wikimedia.wikipedia\n---\n- launchApp\n- launchApp: com.apple.Preferences\n',
      'b.yaml': '- launchApp: com.example.other\n',
    })
    expect(verdicts(cases.slice(0, 2))).toEqual(['a dev_first passed', 'b dev_first failed'])
    expect(cases[1]?.failure?.message).toMatch(/^No app on the home screen has a name like com.example.other/)
    const done = first.done.filter(({ type }) => type === 'tap' || type === 'open_app')
    expect(done).toMatchObject([{ type: 'tap', x: 30, y: 30 }, { target: 'sys_settings' }])
  })

  it.each(['away', 'gone'] as const)(
    'is not run on a phone that is %s, and runs on the others',
    async (name) => {
      first.stand({ name, reason: 'The phone is offline.' })
      const { cases } = await run({ 'a.yaml': '- setClipboard: x', 'b.yaml': '- setClipboard: y' })
      expect(cases.map(shownVerdict)).toEqual(['unrun', 'unrun', 'passed', 'passed'])
      for (const { failure } of cases.slice(0, 2)) expect(failure?.message).toBe('The phone is offline.')
    },
  )

  it('has failed on a phone that goes away before a further try', async () => {
    bench.clock.after(1000, () => first.stand({ name: 'away', reason: 'The phone is offline.' }))
    const { cases } = await run(
      { 'a.yaml': '- setClipboard: x\n- extendedWaitUntil: { visible: Never, timeout: 1500 }' },
      { retries: 1 },
    )
    expect(cases.map(shownVerdict)).toEqual(['failed', 'failed'])
  })

  it('launches an automation with the fields that the flow fills', async () => {
    const flows = {
      'a.yaml': '- launchAutomation: { kind: warm_up, fields: { duration_s: "${LENGTH}" } }',
    }
    const long = await run(flows, { env: { LENGTH: 'long' } })
    expect(long.cases.map(({ failure }) => failure?.message)).toEqual(
      bench.phones.map(() => 'The field duration_s needs a whole number of at least 1, not long.'),
    )
    const { cases } = await run(flows, { env: { LENGTH: '90' } })
    expect(cases.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
    expect(first.launched).toMatchObject([{ kind: 'warm_up', fields: { duration_s: 90 } }])
  })

  it('waits for the job that it launched, until the service no longer has it', async () => {
    for (const phone of bench.phones) {
      phone.jobStatus = { status: 'queued', hasEnded: false, isGone: false }
      bench.clock.after(10_000, () => {
        phone.jobStatus = { status: 'queued', hasEnded: true, isGone: true }
        phone.stand({ name: 'live', reason: '' })
      })
    }
    const { cases } = await run({ 'a.yaml': '- launchAutomation: list_accounts\n- waitForJob: 30000' })
    expect(cases.map(({ failure }) => failure?.message)).toEqual(
      bench.phones.map(() => 'The service no longer has this job.'),
    )
  })

  it('leaves a phone with a job alone, and says why its case failed', async () => {
    first.stand({ name: 'busy', reason: 'The phone is busy with a job.' })
    const { cases } = await run({ 'a.yaml': '- setClipboard: x', 'b.yaml': '- setClipboard: y' })
    expect(verdicts(cases)).toEqual([
      ...['a dev_first failed', 'b dev_first failed'],
      ...['a dev_second passed', 'b dev_second passed'],
    ])
    for (const { phone, failure, isLeftOut } of cases) {
      expect(isLeftOut).toBe(phone.id === 'dev_first')
      if (isLeftOut) expect(failure?.message).toMatch(/^The phone is busy with a job/)
    }
    expect(first.done).toEqual([])
  })

  it('never uses more actions than it may, and ends there', async () => {
    const { cases, end } = await run(
      { 'a.yaml': '- repeat: { times: 5, commands: [{ setClipboard: x }] }' },
      { mostActions: 7 },
    )
    expect(end).toBe('limit')
    expect(first.done.length + second.done.length).toBe(7)
    expect(cases.reduce((sum, { spentActions }) => sum + spentActions, 0)).toBe(7)
    expect(cases.some(({ failure }) => failure?.message.includes('The run has no actions left'))).toBe(true)
    expect(cases.map(({ isLeftOut }) => isLeftOut)).toEqual([false, false])
    const none = await run(
      { 'a.yaml': '- setClipboard: x', 'b.yaml': '- setClipboard: x' },
      { mostActions: 0 },
    )
    expect(none.cases.map(shownVerdict)).toEqual(['unrun', 'unrun', 'unrun', 'unrun'])
  })

  it('takes turns where few phones may be in use', async () => {
    const { cases } = await run({ 'a.yaml': '- setClipboard: x\n- waitForAnimationToEnd' }, { use: useOf(1) })
    expect(cases.map(({ verdict, failure }) => failure?.message ?? verdict)).toEqual(['passed', 'passed'])
    expect(bench.mostInUse()).toBe(1)
  })

  it('fails a text of which the phone skipped letters', async () => {
    const { cases } = await run({
      'a.yaml':
        '- launchApp: sys_notes\n- inputText: plain\n- inputText: "odd \u{10FFFD}"\n- setClipboard: never',
    })
    expect(cases[0]?.failure?.message).toBe('The phone can’t type “\u{10FFFD}”.')
    expect(first.done.map(({ type }) => type)).toEqual(['open_app', 'text', 'text'])
  })

  it('ends after the present step when it is stopped, and sends nothing more', async () => {
    const running = await bench.start({
      'a.yaml':
        '- setClipboard: before\n- extendedWaitUntil: { visible: Never, timeout: 1500, optional: true }\n- setClipboard: never',
      'b.yaml': '- setClipboard: never',
    })
    await bench.until(() => first.done.length > 0)
    running.stop()
    const { cases, end } = await bench.resultOf(running)
    expect(end).toBe('stopped')
    expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(['stopped']))
    expect(first.done).toMatchObject([{ text: 'before' }])
  })

  it.each([
    {
      what: 'a phone that is paused',
      yaml: '- extendedWaitUntil: { visible: Never, timeout: 600000 }',
      atStart: () => undefined,
      atStep: () => first.stand({ name: 'waiting', reason: '' }),
    },
    {
      what: 'the rate',
      yaml: '- setClipboard: unsent',
      atStart() {
        first.act = (_action, _stop, unsent) =>
          new Promise((_resolve, reject) =>
            unsent?.addEventListener('abort', () => reject(unsent.reason as Error)),
          )
      },
      atStep: () => undefined,
    },
  ])('ends at once with one stop what only waits for $what', async ({ yaml, atStart, atStep }) => {
    const running = await bench.start(
      { 'a.yaml': `- evalScript: \${output.a = 1}\n${yaml}` },
      { use: useOf(1) },
    )
    atStart()
    await bench.until(() => bench.events.filter((event) => event.type === 'step').length === 3)
    atStep()
    const before = bench.clock.now()
    running.stop()
    const { end, cases } = await bench.resultOf(running)
    expect(end).toBe('stopped')
    expect(cases[0]).toMatchObject({ verdict: 'stopped', steps: [{}, { state: 'stopped' }] })
    expect(bench.clock.now() - before).toBeLessThan(1000)
  })

  it('loses to a defect the flows of one phone alone, and frees its place', async () => {
    first.enter = () => {
      throw new Error('a defect')
    }
    const flows = { 'a.yaml': '- setClipboard: one', 'b.yaml': '- setClipboard: two' }
    const { cases, end } = await run(flows, { use: useOf(1) })
    expect(end).toBe('done')
    expect(verdicts(cases)).toEqual([
      ...['a dev_first failed', 'b dev_first failed'],
      ...['a dev_second passed', 'b dev_second passed'],
    ])
    expect(cases[0]?.failure?.message).toContain('a defect')
  })

  it('ends all phones before it tells of what could not be reported', async () => {
    const running = await bench.start(
      { 'a.yaml': '- setClipboard: one' },
      {
        emit(event) {
          bench.events.push(event)
          if (event.type === 'flow' && event.state === 'ended' && event.result.phone.id === 'dev_first')
            throw new Error('a defect')
        },
        use: useOf(1),
      },
    )
    let error: unknown = null
    running.result.catch((thrown: unknown) => (error = thrown))
    await bench.until(() => error !== null)
    expect(String(error)).toContain('a defect')
    expect(verdicts(bench.events.flatMap((event) => ('result' in event ? event.result : [])))).toEqual([
      'a dev_first passed',
      'a dev_second passed',
    ])
  })

  it('ends at once when it is stopped twice', async () => {
    const running = await bench.start({
      'a.yaml': '- extendedWaitUntil: { visible: Never, timeout: 600000 }',
    })
    await bench.until(() => bench.events.filter((event) => event.type === 'step').length === 2)
    running.stop()
    running.stop()
    const { end, cases } = await running.result
    expect(end).toBe('stopped')
    expect(cases).toHaveLength(2)
    const step = expect.stringContaining('extendedWaitUntil') as string
    for (const each of cases)
      expect(each).toMatchObject({ failure: { step }, steps: [{ state: 'stopped', title: step }] })
  })

  it('keeps the last 500 steps of a case that passed, and more of a failed one', async () => {
    const many = '- repeat: { times: 600, commands: [evalScript: "${output.a = 1}"] }\n'
    const { cases } = await run({ 'a.yaml': many, 'b.yaml': `${many}- assertTrue: \${1 == 2}\n` })
    for (const { verdict, steps } of cases)
      expect([steps.length, steps.at(-1)?.number]).toEqual(verdict === 'passed' ? [500, 601] : [602, 602])
  })

  it('ends a flow that takes too long, and tries a failed one again', async () => {
    const { cases } = await run(
      { 'a.yaml': '- setClipboard: x\n- extendedWaitUntil: { visible: Never, timeout: 600000 }' },
      { timeoutMs: 3000, retries: 1 },
    )
    expect(cases[0]).toMatchObject({ verdict: 'failed', tries: 2, spentActions: 2 })
    expect(cases[0]?.failure?.message).toBe('The flow took longer than 3 s.')
  })

  it('records a video from startRecording to stopRecording, or to the flow’s end', async () => {
    const { cases } = await run({
      'a.yaml': `
- startRecording: way
- tapOn: { point: "50%,25%" }
- setClipboard: x
- stopRecording
- startRecording: way
- pressKey: Home
`,
      'b.yaml': '- stopRecording',
    })
    expect(verdicts(cases.filter(({ phone }) => phone.id === 'dev_first'))).toEqual([
      'a dev_first passed',
      'b dev_first failed',
    ])
    const films = cases[0]?.steps.flatMap(({ pictures }) => pictures) ?? []
    expect(films).toEqual(['Aster 01/a/way.mkv', 'Aster 01/a/way 2.mkv'])
    for (const film of films) {
      const { frames, duration } = readMatroska(await readFile(join(bench.folder, 'report', film)))
      expect(frames.length).toBeGreaterThan(0)
      expect(duration).not.toBeNull()
    }
    expect(cases[1]?.failure?.message).toBe('No recording is under way: use startRecording before.')
  })

  it('holds one phone or all before their next step, and ends one alone', async () => {
    const running = await bench.start({
      'a.yaml': '- setClipboard: one\n- setClipboard: two\n- setClipboard: three',
    })
    const ended = (phone: string) =>
      bench.events.some(
        (event) => event.type === 'flow' && event.state === 'ended' && event.result.phone.id === phone,
      )
    running.pause(null)
    running.resume(null)
    running.pause('dev_first')
    await bench.until(() => ended('dev_second'))
    const held = first.done.length
    expect(held).toBeLessThan(3)
    expect(ended('dev_first')).toBe(false)
    running.leave('dev_first')
    const { cases, end } = await bench.resultOf(running)
    expect(end).toBe('done')
    expect(cases.map(({ verdict, failure }) => failure?.message ?? verdict)).toEqual([
      'The phone’s flows were stopped.',
      'passed',
    ])
    expect(cases[0]?.verdict).toBe('stopped')
    expect(first.done).toHaveLength(held)
  })
})
