import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setImmediate as turn } from 'node:timers/promises'
import { expect } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import type { Action } from '../../../../src-shared/protocol/action'
import type { AutomationLaunch } from '../../../../src-shared/protocol/automation'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { checkFlows } from '../../../../src-main/core/flows/reading/check'
import { LiveFrames, type FrameSink } from '../../../../src-main/core/frames/live-frames'
import type { FlowPhone, PhoneEdit, PhoneStanding } from '../../../../src-main/core/flows/on-phone/flow-phone'
import { createCaseFolders } from '../../../../src-main/core/flows/reports/case-files'
import { FleetUse } from '../../../../src-main/core/flows/run/fleet-use'
import { Run, type RunOptions } from '../../../../src-main/core/flows/run/run-flows'
import type { RunEvent, RunResult } from '../../../../src-main/core/flows/run/run-result'
import type { RecognizedLine } from '../../../../src-main/core/pictures/looks'
import { startFilm } from '../../../../src-main/core/recordings/film'
import { Screen } from '../../../../src-main/core/screens/screen'
import { picturesReading } from '../../pictures/pictures-here'
import { createFakeClock } from '../../time/fake-clock'

export const words = vocabularySchema.parse(vocabulary)
const answersAfterMs = 50
const answers: Partial<Record<Action['type'], Record<string, unknown>>> = {
  clipboard_get: { clipboard: 'copied' },
  device_ip: { ip: '10.0.0.7' },
}

/** A phone on the test's clock. It answers every action, and each changes its screen. */
export class BenchPhone {
  readonly screen: Screen
  /** What reached it, in order; a text has the type `text`. */
  readonly done: (Action | { type: 'text'; text: string })[] = []
  readonly launched: AutomationLaunch[] = []
  readonly edits: PhoneEdit[] = []
  readonly labels = ['smoke', 'lab']
  readonly isDialing = false
  standing: PhoneStanding = { name: 'live', reason: '' }
  jobStatus: FlowPhone['jobStatus'] = null
  /** Of its next frames. */
  size = { width: 200, height: 400 }
  #count = 0
  readonly #frames = new LiveFrames(() => undefined)
  readonly #listeners = new Set<() => void>()

  constructor(
    readonly clock: ReturnType<typeof createFakeClock>,
    readonly publicId: string,
    readonly name: string,
    readonly onUse: (isUsed: boolean) => void,
  ) {
    this.screen = new Screen(clock)
    this.open(this.screen)
    this.show()
  }

  stand(standing: PhoneStanding): void {
    this.standing = standing
    if (standing.name !== 'live') this.#frames.interrupt(this.publicId)
    for (const listener of [...this.#listeners]) listener()
  }

  onStanding(listener: () => void): () => void {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  open = (sink: FrameSink) => this.#frames.open(this.publicId, sink)
  enter = () => this.onUse(true)
  leave = () => this.onUse(false)
  reconnect = () => undefined
  upload = () => Promise.resolve()

  act: FlowPhone['act'] = async (action) => {
    await this.#answer()
    this.done.push(action)
    return answers[action.type] ?? {}
  }

  async edit(edit: PhoneEdit): Promise<void> {
    await this.#answer()
    this.edits.push(edit)
  }

  /** It has no letters beyond the first plane of Unicode. */
  async type(text: string): Promise<readonly string[]> {
    await this.#answer()
    this.done.push({ type: 'text', text })
    return [...text].filter((letter) => letter.length > 1)
  }

  async launch(launch: AutomationLaunch): Promise<void> {
    await this.#answer()
    this.launched.push(launch)
  }

  #answer = () =>
    new Promise<void>((resolve) =>
      this.clock.after(answersAfterMs, () => {
        this.show()
        resolve()
      }),
    )

  /** Shows another frame. */
  show(jpeg?: Buffer) {
    this.#count += 1
    const next = jpeg ?? Buffer.from(`\u00ff\u00d8${this.#count}`, 'latin1')
    if (this.standing.name === 'live')
      this.#frames.push(this.publicId, { jpeg: next, size: this.size, receivedAt: 0 })
  }
}

/** A fleet without budgets. @param mostPhones may be in use at once */
export const useOf = (mostPhones: number) =>
  new FleetUse({ mostPhones, mostActions: Infinity, mostUploads: Infinity })

/** Two phones, and a folder of flows. */
export async function openFlowBench() {
  const clock = createFakeClock()
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-flows-'))
  const events: RunEvent[] = []
  /** What the screens say. */
  const lines: RecognizedLine[] = []
  let inUse = 0
  let mostInUse = 0
  const onUse = (isUsed: boolean) => {
    inUse += isUsed ? 1 : -1
    mostInUse = Math.max(mostInUse, inUse)
  }
  const phones = [
    new BenchPhone(clock, 'dev_first', 'Aster 01', onUse),
    new BenchPhone(clock, 'dev_second', 'Birch 02', onUse),
  ] as const
  /** Lets time pass until something is so. */
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      await turn()
      clock.runNext()
    }
  }

  return {
    clock,
    folder,
    events,
    lines,
    phones,
    until,
    mostInUse: () => mostInUse,
    /** Writes flow files, and starts them on the phones. */
    async start(flows: Record<string, string>, options: Partial<RunOptions> = {}): Promise<Run> {
      for (const [name, text] of Object.entries(flows)) {
        const path = join(folder, 'flows', name)
        await mkdir(dirname(path), { recursive: true })
        await writeFile(path, text)
      }
      const read = await checkFlows({ paths: ['flows'], from: folder, words })
      expect(read.problems).toEqual([])
      const folders = createCaseFolders(join(folder, 'report'), (...film) => startFilm(clock, ...film))
      return new Run({
        clock,
        words,
        pictures: picturesReading(() => Promise.resolve(lines)),
        plans: phones.map((phone) => ({ phone, flows: read.flows })),
        env: {},
        timeoutMs: null,
        retries: 0,
        emit: (event) => void events.push(event),
        use: useOf(Infinity),
        mostActions: Infinity,
        filesOf: (flow, phone) => folders(flow, flow.name, { id: phone.publicId, name: phone.name }),
        ...options,
      })
    },
    async resultOf(run: Run): Promise<RunResult> {
      let result: RunResult | null = null
      void run.result.then((ended) => (result = ended))
      await until(() => result !== null)
      return run.result
    },
    close: () => rm(folder, { recursive: true, force: true }),
  }
}
export type FlowBench = Awaited<ReturnType<typeof openFlowBench>>

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
