import { picturesReading } from '../../pictures/pictures-here'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createCanvas } from '@napi-rs/canvas'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import type { Fleet } from '../../../../src-main/core/open-fleet/fleet'
import { rates } from '../../../../src-main/core/service/fault-policy'
import { RateGate } from '../../../../src-main/core/service/rate-gate'
import { checkFlows } from '../../../../src-main/core/flows/reading/check'
import { WindowFlows } from '../../../../src-main/core/flows/in-fleet/window-flows'
import type { Uploads } from '../../../../src-main/core/uploads/uploads'
import { FaultError, type Fault } from '../../../../src-shared/protocol/fault'
import type { FlowRunState } from '../../../../src-shared/features/flows-state'
import type { FlowHistory } from '../../../../src-main/core/flows/history/flow-history'
import type { RunLog } from '../../../../src-main/core/flows/history/run-log'
import { createFakeClock } from '../../time/fake-clock'
import { historyIn } from '../history/history-in'
import { openJournal, type Journal } from '../../../../src-main/core/disk/journal'
import { systemClock, type Clock } from '../../../../src-main/core/time/clock'
import type { AppEvent } from '../../../../src-shared/bridge/app-state'
import type { FrameSink } from '../../../../src-main/core/frames/live-frames'

describe('a run of flows', () => {
  let folder: string
  let flows: WindowFlows
  let acted: string[]
  let faults: Fault[]
  let ended: FlowRunState[]
  let fileChanges: number
  let onState: () => void
  let sent: AppEvent[]
  /** In place of what keeps a run. */
  let brokenLog: Partial<RunLog>
  let journal: Journal
  let history: FlowHistory
  let actionsLeft: number
  let resetsAt: string
  let isLimited: boolean
  let fleetId: string
  let open: object
  const limited = {
    ...{ kind: 'problem', code: 'rate_limited', status: 429, detail: '' },
    retryAfterS: 600,
  } as Fault
  /** Answers the next action. */
  let answer: (() => void)[]

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'window-flows-'))
    journal = openIt()
    history = historyIn(`${folder}-kept`, { results: join(folder, 'results') })
    acted = []
    faults = []
    ended = []
    answer = []
    sent = []
    brokenLog = {}
    fileChanges = 0
    onState = () => undefined
    actionsLeft = 100
    resetsAt = 'today'
    isLimited = true
    fleetId = 'lab'
    const jpeg = await createCanvas(20, 30).encode('jpeg')
    const size = { width: 20, height: 30 }
    const actionRate = new RateGate({ clock: systemClock, random: Math.random, ...rates.guess })
    const act = (publicId: string, text: string) => {
      acted.push(`${publicId} ${text}`)
      if (text === 'limited' && isLimited) return Promise.reject(new FaultError(limited))
      if (text === 'wrong') return Promise.reject(new FaultError({ kind: 'timeout' } as never))
      return new Promise((resolve) => answer.push(() => resolve({})))
    }
    const fleet = {
      actionRate,
      nameOf: (publicId: string) => publicId,
      framed: () => ({
        open(sink: FrameSink) {
          sink.push({ jpeg, size })
          return () => undefined
        },
      }),
      tiles: ['dev_1', 'dev_2'].map((publicId) => ({
        publicId,
        state: 'live',
        snapshot: { width: 400, height: 400 },
      })),
      usage: {
        get usage() {
          return {
            actions: { remaining: actionsLeft },
            uploads: { remaining: 9 },
            active_minutes: { remaining: 9 },
            resets_at: resetsAt,
          }
        },
      },
      jobs: [],
      isDialing: () => false,
      flowInput: {
        act: (publicId: string, { text }: { text: string }, stop: AbortSignal) =>
          actionRate.sendUntilTaken(publicId, () => act(publicId, text), stop),
      },
    }
    open = fleet
    flows = windowWith(systemClock)
    await writeFile(join(folder, 'two.yaml'), '- setClipboard: one\n- setClipboard: two\n')
    await writeFile(join(folder, 'wrong.yaml'), '- setClipboard: wrong\n')
  })
  const windowWith = (clock: Clock) =>
    new WindowFlows({
      policy: null,
      clock,
      words: () => vocabulary as never,
      openFleet: () => open as Fleet,
      fleetId: () => fleetId,
      fleetName: () => 'Lab',
      uploads: {} as Uploads,
      pictures: picturesReading(() => Promise.resolve([])),
      folder,
      keepRun: (run) => ({ ...history.begin({ ...run, fleet: 'lab' }), ...brokenLog }),
      note: (...noted) => journal.note(...noted),
      emit(event) {
        if (event.type === 'flows' || event.type === 'flow-runs') onState()
        if (event.type === 'flow-files') fileChanges += 1
        if (event.type === 'flows-ended') ended.push(event.run)
        if (event.type === 'notice') faults.push(event.fault)
        sent.push(event)
      },
    })
  afterEach(async () => {
    flows.close()
    // A run that close stopped writes its report still.
    await expect.poll(() => flows.phonesLeft).toBe(0)
    await rm(folder, { recursive: true })
    await rm(`${folder}-kept`, { recursive: true, force: true })
  })
  const openIt = () =>
    openJournal({
      clock: systemClock,
      path: join(folder, 'journal.jsonl'),
      onFailed: () => undefined,
      report: () => undefined,
    })
  /** What a start after a kill would tell. */
  const left = () => openIt().left.map(({ what, publicId, outcome }) => `${what} on ${publicId}: ${outcome}`)
  /** The run that began last. */
  const run = () => flows.state.runs.at(-1)
  const id = () => run()?.id ?? ''
  const phone = (publicId: string) => run()?.phones.find((each) => each.publicId === publicId)
  /** Answers all actions until so many runs have ended. */
  const toEnd = async (runs = 1) => {
    const answerAll = () => {
      for (const each of answer.splice(0)) each()
      return ended
    }
    await expect.poll(answerAll).toHaveLength(runs)
    return ended[0]
  }

  it('says that flows that only wait use active minutes', async () => {
    await writeFile(join(folder, 'waits.yaml'), '- assertVisible: Ready\n')
    const plan = await flows.plan(['waits.yaml'], ['dev_1', 'dev_2'])
    expect(plan).toMatchObject({ actions: 0, uploads: 0, minutes: 1 })
    expect((await flows.plan(['waits.yaml'], [])).minutes).toBe(0)
  })

  it('begins nothing that needs more than is left today, and does once it fits', async () => {
    actionsLeft = 3
    await expect(flows.run(['two.yaml'], ['dev_1', 'dev_2'])).rejects.toMatchObject({
      fault: { kind: 'flow-shortage', budget: 'actions' },
    })
    expect([run(), acted]).toEqual([undefined, []])
    actionsLeft = 4
    await flows.run(['two.yaml'], ['dev_1', 'dev_2'])
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['passed', 'passed'])
  })

  it('begins on no other fleet that opens while the flows are read', async () => {
    const begun = flows.run(['two.yaml'], ['dev_1'])
    open = { ...open }
    await expect(begun).rejects.toMatchObject({ fault: { kind: 'cancelled' } })
    expect([run(), acted]).toEqual([undefined, []])
  })

  it('stops all flows, also those whose files are still read', async () => {
    await flows.run(['two.yaml'], ['dev_1'])
    const read = flows.run(['two.yaml'], ['dev_2'])
    expect(flows.underWay).toBe(1)
    flows.stopAll()
    await expect(read).rejects.toMatchObject({ fault: { kind: 'cancelled' } })
    await toEnd()
    expect([flows.underWay, flows.state.runs.length]).toEqual([0, 1])
    await flows.run(['two.yaml'], ['dev_2'])
    expect(flows.underWay).toBe(1)
  })

  it('waits on a phone that a person uses, until the person lets it go on', async () => {
    await flows.run(['two.yaml'], ['dev_1', 'dev_2'])
    await expect.poll(() => acted).toEqual(['dev_1 one', 'dev_2 one'])
    // Reading the clipboard doesn't use the phone's screen.
    flows.acted('dev_2', { type: 'clipboard_get' }, [])
    flows.acted('dev_1', { type: 'press', name: 'home' }, [])
    for (const each of answer.splice(0)) each()
    await expect.poll(() => acted).toHaveLength(3)
    expect(acted.at(-1)).toBe('dev_2 two')
    expect([phone('dev_1')?.isTouched, phone('dev_2')?.isTouched]).toEqual([true, false])
    flows.resume(id(), 'dev_1')
    expect((await toEnd())?.phones.map(({ state, isTouched }) => [state, isTouched])).toEqual([
      ['passed', false],
      ['passed', false],
    ])
    expect(acted.at(-1)).toBe('dev_1 two')
  })

  it('waits for what no file may hold too, and records none of it', async () => {
    await flows.run(['two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toHaveLength(1)
    flows.recording.start('dev_1')
    flows.touched(['dev_1'])
    expect([phone('dev_1')?.isTouched, flows.state.recording?.inputs]).toEqual([true, 0])
    flows.acted('dev_1', { type: 'text', text: 'seen' }, [])
    expect(flows.state.recording?.inputs).toBe(1)
  })

  it('records what its phone mirrors of another one, at the same place', () => {
    const of = { width: 200, height: 400 }
    flows.recording.start('dev_2')
    const tap = { type: 'tap', x: 100, y: 100 } as const
    flows.acted('dev_1', tap, ['dev_2'])
    flows.acted('dev_1', tap, ['dev_2'], of)
    flows.gesture('dev_1', { kind: 'scroll', x: 100, y: 100, dy: 2, space: of }, ['dev_2'])
    flows.acted('dev_1', tap, [])
    expect(flows.state.recording?.steps).toEqual([
      'tapOn: point: 25%,25%',
      'tapOn: point: 50%,25%',
      'scroll: notches: 2, point: 50%,25%',
    ])
  })

  it('also waits on the phones that mirror the user’s input', async () => {
    await flows.run(['two.yaml'], ['dev_1', 'dev_2'])
    await expect.poll(() => acted).toHaveLength(2)
    flows.acted('dev_1', { type: 'press', name: 'home' }, ['dev_2'])
    for (const each of answer.splice(0)) each()
    await expect.poll(() => [phone('dev_1')?.isTouched, phone('dev_2')?.isTouched]).toEqual([true, true])
    flows.resume(id(), null)
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['passed', 'passed'])
  })

  it('keeps a phone waiting that a person used during the last step of an earlier flow', async () => {
    await writeFile(join(folder, 'one.yaml'), '- setClipboard: zero\n')
    await flows.run(['one.yaml', 'two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toEqual(['dev_1 zero'])
    flows.acted('dev_1', { type: 'press', name: 'home' }, [])
    for (const each of answer.splice(0)) each()
    await expect.poll(() => phone('dev_1')?.flow).toBe('two')
    expect([phone('dev_1')?.isTouched, acted.length]).toEqual([true, 1])
    flows.resume(id(), 'dev_1')
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['passed'])
  })

  it('also waits on a phone with a failed flow', async () => {
    await writeFile(
      join(folder, 'config.yaml'),
      'flows: ["*.yaml"]\nexecutionOrder: { continueOnFailure: true }\n',
    )
    await writeFile(join(folder, 'a-wrong.yaml'), '- setClipboard: wrong\n')
    await flows.run(['a-wrong.yaml', 'two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toEqual(['dev_1 wrong', 'dev_1 one'])
    flows.acted('dev_1', { type: 'press', name: 'home' }, [])
    expect(phone('dev_1')?.isTouched).toBe(true)
    for (const each of answer.splice(0)) each()
    flows.resume(id(), 'dev_1')
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['failed'])
    expect(acted.at(-1)).toBe('dev_1 two')
  })

  it('is left until each phone’s last flow has ended and the report is written', async () => {
    expect(flows.phonesLeft).toBe(0)
    await flows.run(['wrong.yaml', 'two.yaml'], ['dev_1'])
    const left: number[] = []
    onState = () => left.push(flows.phonesLeft)
    await expect.poll(() => acted).toEqual(['dev_1 wrong', 'dev_1 one'])
    expect(flows.phonesLeft).toBe(1)
    for (const each of answer.splice(0)) each()
    await toEnd()
    expect(left.slice(0, -1)).not.toContain(0)
    expect(left.at(-1)).toBe(0)
  })

  it('ends the step that a stop at once interrupts, and names it in the report', async () => {
    await flows.run(['two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toEqual(['dev_1 one'])
    answer.shift()?.()
    await expect.poll(() => acted).toEqual(['dev_1 one', 'dev_1 two'])
    flows.stop(id())
    flows.stop(id())
    await expect.poll(() => ended).toHaveLength(1)
    expect(phone('dev_1')?.steps.map(({ state }) => state)).toEqual(['passed', 'stopped'])
    const report = await readFile(ended[0]?.report ?? '', 'utf8')
    expect(report).toContain('"failure":{"message":"The run was stopped.","step":"setClipboard two"')
  })

  it('says that its report is being written, between its last flow and its end', async () => {
    const shown: unknown[] = []
    onState = () => {
      const now = run()
      if (now && shown.at(-1) !== now.isReporting) shown.push(now.isReporting)
    }
    await flows.run(['wrong.yaml'], ['dev_1'])
    await toEnd()
    expect(shown).toEqual([false, true, false])
  })

  it('has a phone stopped at once whose flows a person ends', async () => {
    await writeFile(join(folder, 'one.yaml'), '- setClipboard: zero\n')
    await flows.run(['two.yaml', 'one.yaml'], ['dev_1', 'dev_2'])
    await expect.poll(() => acted).toHaveLength(2)
    flows.leave(id(), 'dev_1')
    answer.shift()?.()
    await expect.poll(() => phone('dev_1')?.state).toBe('stopped')
    expect(phone('dev_1')?.counts).toEqual({ passed: 0, failed: 0, stopped: 2, unrun: 0, left: 0 })
    expect([phone('dev_2')?.state, flows.phonesLeft]).toEqual(['running', 1])
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['stopped', 'passed'])
  })

  it('is paused as a whole, and one phone’s flows end alone', async () => {
    await flows.run(['two.yaml'], ['dev_1', 'dev_2'])
    await expect.poll(() => acted).toHaveLength(2)
    flows.pause(id())
    expect(run()?.isPaused).toBe(true)
    for (const each of answer.splice(0)) each()
    flows.leave(id(), 'dev_1')
    await expect.poll(() => phone('dev_1')?.state).toBe('stopped')
    expect(acted).toHaveLength(2)
    flows.resume(id(), null)
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['stopped', 'passed'])
  })

  it('runs again just what did not pass, and keeps the frame of a failure', async () => {
    await flows.run(['two.yaml', 'wrong.yaml'], ['dev_1', 'dev_2'])
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['failed', 'failed'])
    expect((await flows.failure(id(), 'dev_1'))?.subarray(0, 2).toString('hex')).toBe('ffd8')
    expect(await flows.failure(id(), 'dev_3')).toBeNull()
    acted.length = 0
    ended.length = 0
    await flows.again(id())
    await toEnd()
    expect(acted).toEqual(['dev_1 wrong', 'dev_2 wrong'])
  })

  it('begins a second run at once on free phones; the others wait for the first', async () => {
    await writeFile(join(folder, 'one.yaml'), '- setClipboard: zero\n')
    await flows.run(['two.yaml'], ['dev_1'])
    const first = id()
    await flows.run(['one.yaml', 'wrong.yaml'], ['dev_1', 'dev_2'])
    await expect.poll(() => acted).toEqual(['dev_1 one', 'dev_2 zero'])
    expect(run()?.phones.map(({ state, waitsFor }) => [state, waitsFor])).toEqual([
      ['waiting', first],
      ['running', null],
    ])
    expect(flows.phonesLeft).toBe(2)
    // A pause holds its own run.
    flows.pause(first)
    answer.pop()?.()
    await expect.poll(() => phone('dev_2')?.state).toBe('failed')
    flows.resume(first, null)
    await toEnd(2)
    expect(acted.slice(2)).toEqual(['dev_2 wrong', 'dev_1 two', 'dev_1 zero', 'dev_1 wrong'])
    expect(
      ended.map(({ number, names, phones }) => [number, names, phones.map(({ state }) => state)]),
    ).toEqual([
      [1, ['two'], ['passed']],
      [2, ['one', 'wrong'], ['failed', 'failed']],
    ])
    expect(new Set(ended.map(({ report }) => report)).size).toBe(2)
    expect([await flows.failure(first, 'dev_1'), await flows.failure(id(), 'dev_1')]).toEqual([
      null,
      expect.any(Buffer),
    ])
  })

  it('tells of one run alone that goes on, beside another that stands', async () => {
    await flows.run(['two.yaml'], ['dev_1'])
    await flows.run(['two.yaml'], ['dev_2'])
    const [first, second] = flows.state.runs.map((each) => each.id)
    await expect.poll(() => answer).toHaveLength(2)
    flows.pause(first ?? '')
    sent.length = 0
    flows.pause(second ?? '')
    const told = sent.flatMap((event) =>
      event.type === 'flow-runs' ? [event.runs.map((each) => each.id)] : [],
    )
    expect(told).toEqual([[second]])
    for (const each of [first, second]) flows.resume(each ?? '', null)
    await toEnd(2)
  })

  it('has runs of two windows that begin in one second keep their results apart', async () => {
    const clock = { ...systemClock, now: () => 0 }
    const windows = [windowWith(clock), windowWith(clock)]
    for (const each of windows) await each.run(['wrong.yaml'], ['dev_1'])
    await toEnd(2)
    for (const each of windows) each.close()
    expect(await readdir(join(folder, 'results'))).toHaveLength(2)
  })

  it('sends all steps of few phones alone, over all runs', async () => {
    const others = Array.from({ length: 22 }, (_, at) => `dev_1${at}`)
    await flows.run(['two.yaml'], others)
    const stepsAfterOne = async (publicId: string) => {
      await flows.run(['two.yaml'], [publicId])
      await expect.poll(() => acted.at(-1)).toBe(`${publicId} one`)
      answer.splice(0).at(-1)?.()
      await expect.poll(() => acted.at(-1)).toBe(`${publicId} two`)
      return phone(publicId)?.steps.map(({ state }) => state)
    }
    expect(await stepsAfterOne('dev_1')).toEqual(['passed', 'running'])
    await flows.run(['two.yaml'], ['dev_20'])
    expect(await stepsAfterOne('dev_2')).toEqual(['running'])
  })

  it('sends what is recorded without the runs', async () => {
    flows.recording.start('dev_1')
    flows.acted('dev_1', { type: 'press', name: 'home' }, [])
    const recording = { ...{ publicId: 'dev_1', phone: undefined, inputs: 1 }, steps: ['pressKey: home'] }
    await expect.poll(() => sent.at(-1)).toEqual({ type: 'flow-recording', recording })
    expect(sent.filter(({ type }) => type === 'flows')).toEqual([])
  })

  it('counts what runs under way still need among today’s budget', async () => {
    actionsLeft = 3
    await flows.run(['two.yaml'], ['dev_1'])
    expect((await flows.plan(['two.yaml'], ['dev_2'])).promised).toEqual({ actions: 2, uploads: 0 })
    const short = { fault: { kind: 'flow-shortage', budget: 'actions' } }
    await expect(flows.run(['two.yaml'], ['dev_2'])).rejects.toMatchObject(short)
    await toEnd()
    await flows.run(['two.yaml'], ['dev_2'])
    await toEnd(2)
  })

  it('promises nothing of what a run has used and the service has counted', async () => {
    actionsLeft = 4
    await flows.run(['two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toEqual(['dev_1 one'])
    const promised = async () => (await flows.plan(['two.yaml'], ['dev_2'])).promised
    // The service counts late.
    expect(await promised()).toEqual({ actions: 2, uploads: 0 })
    actionsLeft = 3
    expect(await promised()).toEqual({ actions: 1, uploads: 0 })
    await flows.run(['two.yaml'], ['dev_2'])
    await toEnd(2)
  })

  it('runs each row of a sheet as a case, and again those that did not pass', async () => {
    await writeFile(join(folder, 'says.yaml'), '- setClipboard: ${TEXT}\n- setClipboard: ${TEXT}\n')
    const row = (publicId: string, line: number, title: string, TEXT: string) => ({
      ...{ publicId, line, title },
      values: { TEXT, PASSWORD: 'hunter2' },
    })
    const rows = [row('dev_1', 2, 'a', 'hi'), row('dev_2', 3, 'b', 'yo'), row('dev_1', 4, 'a', 'wrong')]
    const ofRows = rows.map(({ publicId }) => publicId)
    const plan = await flows.plan(['says.yaml'], ['dev_1', 'dev_2', 'dev_3'], {}, ofRows)
    expect(plan.actions).toBe(6)
    await flows.run(['says.yaml'], ['dev_1', 'dev_2', 'dev_3'], {}, rows)
    await expect.poll(() => acted).toEqual(['dev_1 hi', 'dev_2 yo'])
    expect(left()).toEqual([
      'says (a, line 2) on dev_1: unknown',
      'says (a, line 4) on dev_1: not-sent',
      'says on dev_2: unknown',
    ])
    await toEnd()
    acted.length = 0
    await flows.again(id())
    expect((await toEnd(2))?.names).toEqual(['says'])
    expect(acted).toEqual(['dev_1 wrong'])
    expect(phone('dev_1')?.failedFlow).toBe('says (a, line 4)')
  })

  it('leaves after a kill which flows ran, had ended or not begun, and the results', async () => {
    await writeFile(join(folder, 'one.yaml'), '- setClipboard: zero\n')
    await flows.run(['one.yaml', 'two.yaml', 'wrong.yaml'], ['dev_1', 'dev_2'])
    await expect.poll(() => acted).toEqual(['dev_1 zero', 'dev_2 zero'])
    answer.shift()?.()
    await expect.poll(() => acted.at(-1)).toBe('dev_1 one')
    // The process is killed here.
    expect(historyIn(`${folder}-kept`).list('lab')).toMatchObject([
      { end: 'interrupted', phones: 2, counts: { passed: 1, unknown: 2, unrun: 3 } },
    ])
    expect(left()).toEqual([
      'one on dev_1: done',
      'two on dev_1: unknown',
      'wrong on dev_1: not-sent',
      'one on dev_2: unknown',
      'two on dev_2: not-sent',
      'wrong on dev_2: not-sent',
    ])
    const [run = ''] = await readdir(join(folder, 'results'))
    const lines = async () =>
      (await readFile(join(folder, 'results', run, 'results.jsonl'), 'utf8'))
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { type: string; state?: string })
    await expect
      .poll(async () => (await lines()).map(({ type, state = '' }) => `${type} ${state}`))
      .toEqual(['run ', 'flow started', 'flow started', 'flow passed', 'flow started'])
    await toEnd()
    expect((await lines()).at(-1)).toMatchObject({ type: 'end', exit: null, passed: 4, failed: 2 })
    journal.dismiss()
    expect(left()).toEqual([])
  })

  it('leaves nothing in the journal once a person has quit', async () => {
    await flows.run(['two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toHaveLength(1)
    flows.close()
    journal.close()
    expect(left()).toEqual([])
    await toEnd()
  })

  it('tells once that its results can’t be kept, and goes on', async () => {
    await writeFile(join(folder, 'results'), 'a file in place of the folder')
    await flows.run(['two.yaml'], ['dev_1'])
    expect((await toEnd())?.phones.map(({ state }) => state)).toEqual(['passed'])
    expect(faults.map(({ kind }) => kind)).toEqual(['not-saved'])
    expect(ended[0]?.report).toBeNull()
  })

  it('is ended in the history and for the window after a defect that costs its result', async () => {
    brokenLog.take = ({ type }) => {
      if (type === 'flow') throw new Error('a defect')
    }
    await flows.run(['two.yaml'], ['dev_1'])
    expect((await toEnd())?.isRunning).toBe(false)
    expect([flows.phonesLeft, left(), faults.length]).toEqual([0, [], 1])
    expect(history.list('lab')).toMatchObject([{ end: 'interrupted', counts: { unrun: 1 } }])
  })

  it('says until when a limit holds it, and asks the service when a person says so', async () => {
    await writeFile(join(folder, 'limited.yaml'), '- setClipboard: limited\n')
    await flows.run(['limited.yaml'], ['dev_1'])
    await expect.poll(() => run()?.waits?.phones).toBe(1)
    expect((run()?.waits?.until ?? 0) - Date.now()).toBeGreaterThan(590_000)
    isLimited = false
    flows.tryNow()
    expect((await toEnd())?.waits).toBeNull()
    expect(acted).toEqual(['dev_1 limited', 'dev_1 limited'])
  })

  it('takes values, retries and most actions, and gives each flow to one phone', async () => {
    await writeFile(join(folder, 'says.yaml'), '- setClipboard: ${TEXT}\n')
    await flows.run(['wrong.yaml', 'says.yaml'], ['dev_1', 'dev_2', 'dev_3'], {
      ...{ env: { TEXT: 'hi' }, retries: 2, isDivided: true, mostActions: 4 },
    })
    await toEnd()
    expect(acted.toSorted()).toEqual(['dev_1 wrong', 'dev_1 wrong', 'dev_1 wrong', 'dev_2 hi'])
    expect(history.list('lab')).toMatchObject([
      { id: ended[0]?.id, phones: 2, actions: 4, report: ended[0]?.report, counts: { passed: 1, failed: 1 } },
    ])
    expect(history.list('lab')[0]?.how).toEqual({ retries: 2, isDivided: true, mostActions: 4 })
    ended.length = 0
    await flows.again(id())
    await toEnd()
    expect(acted.slice(4)).toEqual(['dev_1 wrong', 'dev_1 wrong', 'dev_1 wrong'])
    const divided = { isDivided: true, mostActions: 1 }
    expect(await flows.plan(['two.yaml', 'wrong.yaml'], ['dev_1', 'dev_2'], divided)).toMatchObject({
      actions: 3,
    })
    await expect(flows.run(['two.yaml'], ['dev_1'], divided)).rejects.toMatchObject({
      fault: { kind: 'flow-shortage' },
    })
  })

  it('writes a secret nowhere, and shows it nowhere', async () => {
    // No time or id holds it by chance.
    const [password, pin] = [`hunter2-${'x'.repeat(90)}`, 'pin-9042']
    await writeFile(
      join(folder, 'signs.yaml'),
      [
        '- setClipboard: { text: "${PASSWORD}", label: "Copy ${PASSWORD}" }',
        '- takeScreenshot: "shot ${userPin}"',
        '- setAirplaneMode: "${PASSWORD}"',
      ].join('\n'),
    )
    const shown: string[] = []
    onState = () => shown.push(JSON.stringify(flows.state))
    const env = { PASSWORD: password, userPin: pin }
    await flows.run(['signs.yaml'], ['dev_1'], { env })
    const run = await toEnd()
    expect(acted).toEqual([`dev_1 ${password}`])
    expect(run?.phones[0]?.message).toBe('••• is neither enabled nor disabled.')
    const names = await readdir(folder, { recursive: true })
    expect(names.some((name) => name.includes('shot •••'))).toBe(true)
    const files = names.filter((name) => /\.(html|jsonl)$/.test(name))
    expect(files).toHaveLength(3)
    const kept = (await readdir(`${folder}-kept`)).map((name) => join(`${folder}-kept`, name))
    expect(kept).toHaveLength(2)
    for (const file of [...files.map((name) => join(folder, name)), ...kept])
      shown.push(await readFile(file, 'utf8'))
    expect([...shown, ...names].filter((text) => /hunter2|pin-9042/i.test(text))).toEqual([])
  })

  it('lists the examples on the simulated fleet alone, apart from the folder’s own', async () => {
    await mkdir(join(folder, 'examples'))
    await writeFile(join(folder, 'config.yaml'), 'flows: "**"\n')
    await writeFile(join(folder, 'examples', 'browse.yaml'), '- setClipboard: own\n')
    const own = ['examples/browse.yaml', 'two.yaml', 'wrong.yaml']
    const listed = async () => (await flows.list()).files.map(({ file }) => file)
    expect(await listed()).toEqual(own)
    fleetId = 'simulated'
    const { files } = await flows.list()
    const examples = files.filter(({ isExample }) => isExample)
    expect(examples.map(({ file }) => file)).toContain('/examples/browse.yaml')
    expect(examples.flatMap(({ problems, names, missing }) => [...problems, ...names, ...missing])).toEqual(
      [],
    )
    expect(files.filter(({ isExample }) => !isExample).map(({ file }) => file)).toEqual(own)
    const outside = ['/examples/../vocabulary.json', '/examples/parts/go-home.yaml', '../x.yaml']
    for (const file of outside)
      await expect(flows.plan([file], ['dev_1'])).rejects.toMatchObject({
        fault: { kind: 'flow-unreadable' },
      })
    await flows.run(['/examples/browse.yaml', 'examples/browse.yaml'], ['dev_1'])
    await expect.poll(() => acted).toEqual(['dev_1 own'])
    expect(phone('dev_1')?.counts.left).toBe(2)
  })

  it('lists no flows of its own results', async () => {
    await writeFile(join(folder, 'config.yaml'), 'flows: "**"\n')
    await mkdir(join(folder, 'results'))
    await writeFile(join(folder, 'results', 'x.yaml'), '- back\n')
    expect((await flows.list()).files.map(({ file }) => file)).toEqual(['two.yaml', 'wrong.yaml'])
  })

  it('tells when a file of the folder changes, but not of its own results', async () => {
    const clock = createFakeClock()
    flows = windowWith(clock)
    await flows.list()
    // The system tells it after the flows.
    const own = watch(folder)
    const seen = once(own, 'change')
    await mkdir(join(folder, 'results'))
    await writeFile(join(folder, 'results', 'x.yaml'), '- back\n')
    await seen
    own.close()
    clock.advance(1000)
    expect(fileChanges).toBe(0)
    await writeFile(join(folder, 'two.yaml'), '- setClipboard: three\n')
    await expect.poll(() => clock.pending).toBeGreaterThan(0)
    clock.advance(1000)
    expect(fileChanges).toBe(1)
  })

  it('gives a run the renewed budgets, beside one from before', async () => {
    actionsLeft = 2
    await flows.run(['two.yaml'], ['dev_1'])
    await expect.poll(() => acted).toEqual(['dev_1 one'])
    answer.splice(0)[0]?.()
    await expect.poll(() => acted).toEqual(['dev_1 one', 'dev_1 two'])
    actionsLeft = 1000
    resetsAt = 'tomorrow'
    await flows.run(['two.yaml'], ['dev_2'])
    await toEnd(2)
    expect(run()?.phones[0]).toMatchObject({ state: 'passed', message: null })
  })

  it('says of a rerun that one of its files is gone', async () => {
    await writeFile(join(folder, 'gone.yaml'), '- setClipboard: wrong\n')
    await flows.run(['gone.yaml', 'wrong.yaml'], ['dev_1', 'dev_2'], { isDivided: true })
    await toEnd()
    await rm(join(folder, 'gone.yaml'))
    await expect(flows.again(ended[0]?.id ?? '')).rejects.toMatchObject({
      fault: { kind: 'flow-unreadable' },
    })
  })

  it('runs again flows of another folder as they are now, not its own of that name', async () => {
    const elsewhere = `${folder}-kept`
    await mkdir(elsewhere, { recursive: true })
    await writeFile(join(elsewhere, 'wrong.yaml'), '- setClipboard: wrong\n- setClipboard: elsewhere\n')
    const options = { paths: ['wrong.yaml'], from: elsewhere, isBounded: true, words: vocabulary as never }
    const begun = await flows.runRead({
      read: async () => (await checkFlows(options)).flows,
      publicIds: ['dev_1'],
      env: {},
    })
    await toEnd()
    expect(begun.results).toMatch(/^results\//)
    await writeFile(join(elsewhere, 'wrong.yaml'), '- setClipboard: mended\n')
    acted.length = 0
    ended.length = 0
    await flows.again(id())
    await toEnd()
    expect(acted).toEqual(['dev_1 mended'])
  })

  it('refuses more cases than a run can keep', async () => {
    const phones = Array.from({ length: 50_001 }, (_, at) => `dev_${at}`)
    const detail = expect.stringContaining('at most 50,000') as string
    await expect(flows.run(['two.yaml'], phones)).rejects.toMatchObject({ fault: { detail } })
  })
})
