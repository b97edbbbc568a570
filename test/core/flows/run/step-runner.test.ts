import { expect, it } from 'vitest'
import { StepRunner } from '../../../../src-main/core/flows/run/step-runner'
import type { StepContext } from '../../../../src-main/core/flows/commands/step-context'
import type { StepResult } from '../../../../src-main/core/flows/run/run-result'
import { createFakeClock } from '../../time/fake-clock'
import { read } from '../reading/read'

it('fails a flow that never ends, whatever may fail in it', async () => {
  const clock = createFakeClock()
  const names = { env: {}, output: new Map(), fleetwall: {} }
  const { signal: stop } = new AbortController()
  let begun = 0
  const runner = new StepRunner({
    context: { clock, names, stop } as unknown as StepContext,
    clock,
    conceal: (text) => text,
    mayGoOn: () => Promise.resolve(),
    onStarted: () => (begun += 1),
    onEnded: () => undefined,
  })
  const { flow } = read(`
- retry:
    commands:
      - repeat:
          times: 10000
          optional: true
          commands:
            - repeat: { times: 10000, commands: ["evalScript": "\${output.a = 1}"] }
`)
  await expect(runner.run(flow)).rejects.toMatchObject({
    why: 'steps',
    message: 'The flow has more than 50,000 steps.',
  })
  expect(begun).toBe(50_000)
  const kept = runner.results()
  expect(kept.slice(0, 2)).toMatchObject([{ state: 'failed' }, { state: 'failed' }])
  expect([kept.length, kept.at(-1)?.number]).toEqual([1000, 50_000])
  expect(runner.results(500)).toHaveLength(500)
})

it('shows the start of a title and text that are too long', async () => {
  const clock = createFakeClock()
  const names = { env: {}, output: new Map([['text', `a${'𝄞'.repeat(40_000)}`]]), fleetwall: {} }
  const { signal: stop } = new AbortController()
  const hands = { type: (text: string) => Promise.resolve([text]) }
  const titles: string[] = []
  const ended: StepResult[] = []
  const runner = new StepRunner({
    context: {
      clock,
      names,
      stop,
      hands,
      phone: { standing: { name: 'live', reason: '' } },
    } as unknown as StepContext,
    clock,
    conceal: (text) => text,
    mayGoOn: () => Promise.resolve(),
    onStarted: ({ title }) => titles.push(title),
    onEnded: (step) => ended.push(step),
  })
  const { flow } = read('- inputText: { text: "${output.text}", label: "${output.text}" }')
  await expect(runner.run(flow)).rejects.toThrow()
  const start = (count: number) => `a${'𝄞'.repeat(count)}…`
  expect(titles).toEqual([start(99)])
  expect(ended).toMatchObject([{ title: start(99), expected: start(499) }])
  expect(ended[0]?.message).toBe('The phone can’t type “𝄞”.')
})

it('shows what names in a title stand for, but for secrets and in conditions', async () => {
  const clock = createFakeClock()
  const env = { WHO: 'Ada', PASSWORD: 'hunter2' }
  const names = { env, output: new Map([['token', 'abc']]), fleetwall: {} }
  const { signal: stop } = new AbortController()
  const hands = { type: () => Promise.resolve([]) }
  const titles: string[] = []
  const runner = new StepRunner({
    context: { clock, names, stop, hands } as unknown as StepContext,
    clock,
    conceal: (text) => text,
    mayGoOn: () => Promise.resolve(),
    onStarted: ({ title }) => titles.push(title),
    onEnded: () => undefined,
  })
  const { flow } = read(`
- inputText: \${GREETING || 'Hello'} \${WHO}
- inputText: \${PASSWORD.slice(0, 3)} \${output.token}
- assertTrue: \${WHO == 'Ada'}
- evalScript: \${output.a = 1}
- inputText: ${'a'.repeat(60)} \${GREETING || 'Hello'}
`)
  await runner.run(flow)
  expect(titles).toEqual([
    'inputText Hello Ada',
    'inputText ••• •••',
    "assertTrue ${WHO == 'Ada'}",
    'evalScript ${output.a = 1}',
    `inputText ${'a'.repeat(60)} \${GREETI…`,
  ])
})
