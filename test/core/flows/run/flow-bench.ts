import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { systemClock } from '../../../../src-main/core/time/clock'
import { startFilm } from '../../../../src-main/core/recordings/film'
import { openFlowFleet, type OpenFlowFleet } from '../../../../src-main/core/flows/in-fleet/flow-fleet'
import { checkFlows } from '../../../../src-main/core/flows/language/check'
import type { RecognizedLine } from '../../../../src-main/core/pictures/looks'
import { createCaseFolders } from '../../../../src-main/core/flows/reports/case-files'
import { runFlows, type Run, type RunOptions } from '../../../../src-main/core/flows/run/run-flows'
import type { RunEvent } from '../../../../src-main/core/flows/run/run-result'
import { picturesReading } from '../../pictures/pictures-here'
import { KEYS, startTestService, type TestService } from '../../../simulator/service'

export const words = vocabularySchema.parse(vocabulary)

/** A service, its open fleet, and a folder of flows. */
export interface FlowBench {
  service: TestService
  fleet: OpenFlowFleet
  folder: string
  events: RunEvent[]
  /** What the screens say, as far as a test decides it. */
  lines: RecognizedLine[]
  /** Writes flow files, and starts them on the phones. */
  start(flows: Record<string, string>, options?: Partial<RunOptions>): Promise<Run>
  close(): Promise<void>
}

export async function openFlowBench(config: Record<string, unknown> = {}): Promise<FlowBench> {
  const service = await startTestService(config)
  const { base_url: baseUrl, ws_base_url: wsBaseUrl } = service.addresses
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-flows-'))
  const fleet = await openFlowFleet({
    access: { baseUrl, wsBaseUrl, apiKey: KEYS.full },
    words,
    clock: systemClock,
    random: Math.random,
  })
  const events: RunEvent[] = []
  const lines: RecognizedLine[] = []

  return {
    service,
    fleet,
    folder,
    events,
    lines,
    async start(flows, options = {}) {
      for (const [name, text] of Object.entries(flows)) {
        const path = join(folder, 'flows', name)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, text)
      }
      const read = await checkFlows({ paths: ['flows'], from: folder, words })
      expect(read.problems).toEqual([])
      const folders = createCaseFolders(join(folder, 'report'), (...film) => startFilm(systemClock, ...film))
      return runFlows({
        clock: systemClock,
        words,
        pictures: picturesReading(() => Promise.resolve(lines)),
        plans: fleet.phones.map((phone) => ({ phone, flows: read.flows })),
        env: {},
        timeoutMs: null,
        retries: 0,
        emit: (event) => void events.push(event),
        mostPhones: Infinity,
        mostActions: Infinity,
        mostUploads: Infinity,
        filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
        ...options,
      })
    },
    async close() {
      fleet.close()
      await service.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** A line of text that a test puts on the screens. */
export const line = (text: string, left: number, top: number): RecognizedLine => ({
  text,
  ...{ left, top, width: 40, height: 20 },
  words: text.split(' ').map((word, at) => ({
    text: word,
    ...{ left: left + at * 20, top, width: 20, height: 20 },
    confidence: 100,
  })),
})
