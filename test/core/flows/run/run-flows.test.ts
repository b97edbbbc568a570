import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, type TestContext } from 'vitest'
import { OTHER_PHONE, PHONE } from '../../../simulator/service'
import { readMatroska } from '../../recordings/read-matroska'
import { line, openFlowBench, type FlowBench } from './flow-bench'

// The first ones mostly wait, in real time: side by side they take a quarter of it.
describe('a run of flows', { timeout: 90_000 }, () => {
  const open = async ({ onTestFinished }: TestContext, config = {}) => {
    const bench = await openFlowBench(config)
    onTestFinished(() => bench.close())
    return bench
  }
  const eventsOf = async ({ service }: FlowBench, phone = PHONE) =>
    (await service.events(phone)).filter(({ type }) => !['down', 'move', 'up'].includes(String(type)))
  const verdicts = (cases: readonly { flow: string; phone: { id: string }; verdict: string }[]) =>
    cases.map(({ flow, phone, verdict }) => `${flow} ${phone.id} ${verdict}`)

  it.concurrent('does each step once on each phone, in its order', async (test) => {
    const bench = await open(test)
    const run = await bench.start({
      'a.yaml': `
- pressKey: Home
- tapOn: { point: "50%,25%" }
- setClipboard: copied
- repeat: { times: 2, commands: [{ openLink: "https://example.com/" }] }
- swipe: { start: "10,300", end: "10,100", duration: 100 }
`,
    })
    const { cases, end } = await run.result
    expect(end).toBe('done')
    expect(verdicts(cases)).toEqual([`a ${PHONE} passed`, `a ${OTHER_PHONE} passed`])
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
    for (const phone of [PHONE, OTHER_PHONE])
      expect((await eventsOf(bench, phone)).map(({ type }) => type)).toEqual([
        'press',
        'tap',
        'clipboard_set',
        'open_url',
        'open_url',
        'swipe',
      ])
    expect((await eventsOf(bench))[1]).toMatchObject({ type: 'tap', x: 100, y: 100 })
  })

  it.concurrent('fails at the step that is wrong, with what it expected and saw and the frame', async (test) => {
    const bench = await open(test)
    bench.lines.push(line('Hello there', 10, 20))
    const run = await bench.start({
      'a.yaml': `
onFlowComplete: [{ pressKey: Home }]
---
- assertVisible: { text: "Hello.*" }
- tapOn: { text: there }
- extendedWaitUntil: { visible: Goodbye, timeout: 600 }
- setClipboard: never
`,
    })
    const { cases } = await run.result
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
    expect(await eventsOf(bench)).toMatchObject([
      { type: 'tap', x: 40, y: 30 },
      { type: 'press', name: 'home' },
    ])
  })

  it.concurrent('goes on after an optional step, tries again what stands in retry, and keeps names apart', async (test) => {
    const bench = await open(test)
    const run = await bench.start({
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
    const { cases } = await run.result
    expect(cases.map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
    expect(cases[0]?.steps[0]).toMatchObject({ title: 'a hint to all', state: 'warned' })
    expect(cases[0]?.steps.at(-1)).toMatchObject({ state: 'skipped' })
    expect(cases[0]?.steps.filter(({ state }) => state === 'failed')).toHaveLength(2)
    expect(await eventsOf(bench)).toMatchObject([{ text: 'one!' }, { text: 'all Aster 01' }])
  })

  it.concurrent('opens an app by its id: a target of the vocabulary, or a label like a part of it', async (test) => {
    const bench = await open(test)
    bench.lines.push(line('Wiki-Pedia', 10, 20))
    const run = await bench.start({
      'a.yaml': 'appId: org.wikimedia.wikipedia\n---\n- launchApp\n- launchApp: com.apple.Preferences\n',
      'b.yaml': '- launchApp: com.example.other\n',
    })
    const { cases } = await run.result
    expect(verdicts(cases.slice(0, 2))).toEqual([`a ${PHONE} passed`, `b ${PHONE} failed`])
    expect(cases[1]?.failure?.message).toMatch(/^No app on the home screen is called like com.example.other/)
    const done = (await eventsOf(bench)).filter(({ type }) => type === 'tap' || type === 'open_app')
    expect(done).toMatchObject([{ type: 'tap', x: 30, y: 30 }, { target: 'sys_settings' }])
  })

  it.concurrent('fails on a phone that stays offline, and runs on the others', async (test) => {
    const bench = await open(test)
    await bench.service.handle({ reachable: false })
    const run = await bench.start({ 'a.yaml': '- setClipboard: x' })
    const { cases } = await run.result
    expect(verdicts(cases)).toEqual([`a ${PHONE} failed`, `a ${OTHER_PHONE} passed`])
    expect(cases[0]?.failure?.message).toMatch(/offline/)
  })

  it('launches an automation with the fields that the flow fills', async (test) => {
    const bench = await open(test)
    const flows = {
      'a.yaml': '- launchAutomation: { kind: warm_up, fields: { duration_s: "${LENGTH}" } }',
    }
    const run = async (LENGTH: string) => (await (await bench.start(flows, { env: { LENGTH } })).result).cases
    expect((await run('long')).map(({ failure }) => failure?.message)).toEqual(
      [PHONE, OTHER_PHONE].map(() => 'The field duration_s needs a whole number of at least 1, not long.'),
    )
    expect((await run('90')).map(({ verdict }) => verdict)).toEqual(['passed', 'passed'])
    const jobs = await bench.service.call('GET', `/devices/${PHONE}/automations`)
    expect(jobs.json).toMatchObject([{ kind: 'warm_up', duration_s: 90 }])
  })

  it('waits for the job that it launched, until the service no longer has it', async (test) => {
    const bench = await open(test)
    await bench.service.fault('getAutomation', 'job_not_found', 2)
    const run = await bench.start({ 'a.yaml': '- launchAutomation: list_accounts\n- waitForJob: 30000' })
    const { cases } = await run.result
    expect(cases.map(({ failure }) => failure?.message)).toEqual(
      [PHONE, OTHER_PHONE].map(() => 'The service no longer has this job.'),
    )
  })

  it('leaves a phone with a job alone, and says why its case failed', async (test) => {
    const bench = await open(test)
    await bench.service.launch('account_status')
    const run = await bench.start({ 'a.yaml': '- setClipboard: x' })
    const { cases } = await run.result
    expect(verdicts(cases)).toEqual([`a ${PHONE} failed`, `a ${OTHER_PHONE} passed`])
    expect(cases[0]?.failure?.message).toMatch(/^The phone is busy with a job/)
    expect(await eventsOf(bench)).toEqual([])
  })

  it('never uses more actions than it may, and ends there', async (test) => {
    const bench = await open(test)
    const run = await bench.start(
      { 'a.yaml': '- repeat: { times: 5, commands: [{ setClipboard: x }] }' },
      { mostActions: 7 },
    )
    const { cases, end } = await run.result
    expect(end).toBe('limit')
    expect((await eventsOf(bench)).length + (await eventsOf(bench, OTHER_PHONE)).length).toBe(7)
    expect(cases.reduce((sum, { spentActions }) => sum + spentActions, 0)).toBe(7)
    expect(cases.some(({ failure }) => failure?.message.includes('The run has no actions left'))).toBe(true)
  })

  it('takes turns where few phones may be in use', async (test) => {
    const bench = await open(test, { budgets: { max_active_devices: 1 } })
    const run = await bench.start(
      { 'a.yaml': '- setClipboard: x\n- waitForAnimationToEnd' },
      { mostPhones: 1 },
    )
    const { cases } = await run.result
    expect(cases.map(({ verdict, failure }) => failure?.message ?? verdict)).toEqual(['passed', 'passed'])
  })

  it('fails a text of which the phone skipped letters', async (test) => {
    const bench = await open(test)
    const run = await bench.start({
      'a.yaml':
        '- launchApp: sys_notes\n- inputText: plain\n- inputText: "odd \u{10FFFD}"\n- setClipboard: never',
    })
    const { cases } = await run.result
    expect(cases[0]?.failure?.message).toBe('The phone can’t type “\u{10FFFD}”.')
    expect((await eventsOf(bench)).map(({ type }) => type)).toEqual(['open_app', 'text', 'text'])
  })

  it('ends after the present step when it is stopped, and sends nothing more', async (test) => {
    const bench = await open(test)
    const run = await bench.start({
      'a.yaml':
        '- setClipboard: before\n- extendedWaitUntil: { visible: Never, timeout: 1500, optional: true }\n- setClipboard: never',
      'b.yaml': '- setClipboard: never',
    })
    await bench.service.eventsOnce(1)
    run.stop()
    const { cases, end } = await run.result
    expect(end).toBe('stopped')
    expect(new Set(cases.map(({ verdict }) => verdict))).toEqual(new Set(['stopped']))
    expect((await eventsOf(bench)).filter(({ text }) => text === 'never')).toEqual([])
  })

  it('ends at once when it is stopped twice', async (test) => {
    const bench = await open(test)
    const run = await bench.start({ 'a.yaml': '- extendedWaitUntil: { visible: Never, timeout: 600000 }' })
    while (bench.events.filter((event) => event.type === 'step').length < 2)
      await new Promise((resolve) => setTimeout(resolve, 20))
    run.stop()
    run.stop()
    const { end, cases } = await run.result
    expect(end).toBe('stopped')
    expect(cases).toHaveLength(2)
    const step = expect.stringContaining('extendedWaitUntil') as string
    for (const each of cases)
      expect(each).toMatchObject({ failure: { step }, steps: [{ state: 'stopped', title: step }] })
  })

  it('keeps the last 500 steps of a case that passed, and more of a failed one', async (test) => {
    const bench = await open(test)
    const many = '- repeat: { times: 600, commands: [evalScript: "${output.a = 1}"] }\n'
    const run = await bench.start({ 'a.yaml': many, 'b.yaml': `${many}- assertTrue: \${1 == 2}\n` })
    const { cases } = await run.result
    for (const { verdict, steps } of cases)
      expect([steps.length, steps.at(-1)?.number]).toEqual(verdict === 'passed' ? [500, 601] : [602, 602])
  })

  it('ends a flow that takes too long, and tries a failed one again', async (test) => {
    const bench = await open(test)
    const run = await bench.start(
      { 'a.yaml': '- setClipboard: x\n- extendedWaitUntil: { visible: Never, timeout: 600000 }' },
      { timeoutMs: 3000, retries: 1 },
    )
    const { cases } = await run.result
    expect(cases[0]).toMatchObject({ verdict: 'failed', tries: 2, spentActions: 2 })
    expect(cases[0]?.failure?.message).toBe('The flow took longer than 3 s.')
  })

  it('records a video from startRecording to stopRecording, or to the end of the flow', async (test) => {
    const bench = await open(test)
    const run = await bench.start({
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
    const { cases } = await run.result
    expect(verdicts(cases.filter(({ phone }) => phone.id === PHONE))).toEqual([
      `a ${PHONE} passed`,
      `b ${PHONE} failed`,
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

  it('holds one phone or all before their next step, and ends one alone', async (test) => {
    const bench = await open(test)
    const run = await bench.start({
      'a.yaml': '- setClipboard: one\n- setClipboard: two\n- setClipboard: three',
    })
    const ended = (phone: string) =>
      bench.events.some(
        (event) => event.type === 'flow' && event.state === 'ended' && event.result.phone.id === phone,
      )
    run.pause(null)
    run.resume(null)
    run.pause(PHONE)
    while (!ended(OTHER_PHONE)) await new Promise((resolve) => setTimeout(resolve, 20))
    const held = (await eventsOf(bench)).length
    expect(held).toBeLessThan(3)
    expect(ended(PHONE)).toBe(false)
    run.leave(PHONE)
    const { cases, end } = await run.result
    expect(end).toBe('done')
    expect(cases.map(({ verdict, failure }) => failure?.message ?? verdict)).toEqual([
      'The phone’s flows were stopped.',
      'passed',
    ])
    expect(cases[0]?.verdict).toBe('stopped')
    expect((await eventsOf(bench)).length).toBe(held)
  })
})
