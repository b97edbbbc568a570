import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openFlowFleet } from '../../../../src-main/core/flows/in-fleet/flow-fleet'
import { checkFlows } from '../../../../src-main/core/flows/reading/check'
import { createCaseFolders } from '../../../../src-main/core/flows/reports/case-files'
import { Run } from '../../../../src-main/core/flows/run/run-flows'
import { systemClock } from '../../../../src-main/core/time/clock'
import { KEYS, OTHER_PHONE, PHONE, startTestService } from '../../../simulator/service'
import { picturesReading } from '../../pictures/pictures-here'
import { useOf, words } from './flow-bench'

it('comes to the same verdicts with closed streams, slow answers and refusals', async ({
  onTestFinished,
}) => {
  const service = await startTestService({ rates: { per_account: { per_second: 40, burst: 12 } } })
  onTestFinished(() => service.close())
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-chaos-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { base_url: baseUrl, ws_base_url: wsBaseUrl } = service.addresses
  const access = { baseUrl, wsBaseUrl, apiKey: KEYS.full }
  const fleet = await openFlowFleet({ access, words, clock: systemClock, random: Math.random })
  onTestFinished(() => fleet.close())
  await service.handle({ delay_ms: 80 })
  const flows = {
    'a-good.yaml': `
- repeat:
    times: 3
    commands:
      - launchApp: sys_notes
      - inputText: good
      - waitForAnimationToEnd: { timeout: 3000 }
      - setClipboard: good
      - takeScreenshot: seen
`,
    'b-wrong.yaml': '- setClipboard: before\n- assertTrue: ${1 == 2}\n- setClipboard: never',
  }
  await mkdir(join(folder, 'flows'))
  for (const [name, text] of Object.entries(flows)) await writeFile(join(folder, 'flows', name), text)
  const read = await checkFlows({ paths: ['flows'], from: folder, words })
  const folders = createCaseFolders(join(folder, 'report'), null)
  const run = new Run({
    ...{ clock: systemClock, words, env: {}, timeoutMs: null, retries: 0, emit: () => undefined },
    pictures: picturesReading(() => Promise.resolve([])),
    plans: fleet.phones.map((phone) => ({ phone, flows: read.flows })),
    ...{ use: useOf(Infinity), mostActions: Infinity },
    filesOf: (flow, { publicId: id, name }) => folders(flow, flow.name, { id, name }),
  })
  for (let time = 0; time < 4; time += 1) {
    const closing = time % 2 ? { do: 'drop' } : { do: 'close', code: 1011 }
    const phone = time % 4 < 2 ? PHONE : OTHER_PHONE
    await service.admin('POST', '/sockets', { public_id: phone, channel: 'stream', ...closing })
    await new Promise((resolve) => setTimeout(resolve, 700))
  }
  const { cases } = await run.result
  const verdicts = cases.map(({ flow, verdict, failure }) => [flow, verdict, failure?.place?.line ?? null])
  expect(verdicts).toEqual([
    ['a-good', 'passed', null],
    ['b-wrong', 'failed', 2],
    ['a-good', 'passed', null],
    ['b-wrong', 'failed', 2],
  ])
  const done = await service.events(PHONE)
  expect(done.filter(({ type }) => type === 'text')).toHaveLength(3)
  expect(done.filter(({ type }) => type === 'clipboard_set')).toHaveLength(4)
  expect(done.filter(({ text }) => text === 'never')).toEqual([])
}, 120_000)
