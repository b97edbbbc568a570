import { afterEach, describe, expect, it } from 'vitest'
import { OTHER_PHONE, PHONE } from '../../../simulator/service'
import { openFlowBench, type FlowBench } from './flow-bench'

describe('a run while the service is unkind', () => {
  let bench: FlowBench
  afterEach(() => bench.close())

  it('comes to the same verdicts with closed streams, slow answers and refusals', async () => {
    bench = await openFlowBench({ rates: { per_account: { per_second: 40, burst: 12 } } })
    await bench.service.handle({ delay_ms: 80 })
    const run = await bench.start({
      'a-good.yaml': `
- repeat:
    times: 3
    commands:
      - launchApp: sys_notes
      - waitForAnimationToEnd: { timeout: 3000 }
      - setClipboard: good
      - takeScreenshot: seen
`,
      'b-wrong.yaml': '- setClipboard: before\n- assertTrue: ${1 == 2}\n- setClipboard: never',
    })
    const unkind = (async () => {
      for (let time = 0; time < 4; time += 1) {
        const closing = time % 2 ? { do: 'drop' } : { do: 'close', code: 1011 }
        const phone = time % 4 < 2 ? PHONE : OTHER_PHONE
        await bench.service.admin('POST', '/sockets', { public_id: phone, channel: 'stream', ...closing })
        await new Promise((resolve) => setTimeout(resolve, 700))
      }
    })()
    const { cases } = await run.result
    await unkind
    const verdicts = cases.map(({ flow, verdict, failure }) => [flow, verdict, failure?.place?.line ?? null])
    expect(verdicts).toEqual([
      ['a-good', 'passed', null],
      ['b-wrong', 'failed', 2],
      ['a-good', 'passed', null],
      ['b-wrong', 'failed', 2],
    ])
    const done = await bench.service.events(PHONE)
    expect(done.filter(({ type }) => type === 'clipboard_set')).toHaveLength(4)
    expect(done.filter(({ text }) => text === 'never')).toEqual([])
  }, 120_000)
})
