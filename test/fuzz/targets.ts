import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import vocabulary from '../../resources/vocabulary.json'
import { vocabularySchema } from '../../src-shared/protocol/vocabulary'
import {
  callSchemas,
  tellSchemas,
  type CallHandlers,
  type TellHandlers,
} from '../../src-shared/bridge/contract'
import { packCredits, packFrames, unpackCredits, unpackFrames } from '../../src-shared/bridge/frame-packet'
import { defaultPreferences } from '../../src-shared/features/preferences-state'
import { serve } from '../../src-shared/bridge/serve'
import { actionAnswerSchema } from '../../src-shared/protocol/action'
import type { Device } from '../../src-shared/protocol/device'
import { FaultError } from '../../src-shared/protocol/fault'
import { jpegSize } from '../../src-shared/protocol/jpeg-size'
import { devicesCsv } from '../../src-main/core/account/devices-csv'
import { createBackoff } from '../../src-main/core/time/backoff'
import { openJournal } from '../../src-main/core/disk/journal'
import { createLog } from '../../src-main/core/base/log'
import { createFleetIndexFile } from '../../src-main/core/saved-fleets/fleet-index'
import { FlowError } from '../../src-main/core/flows/language/flow-error'
import { compilePattern } from '../../src-main/core/flows/language/pattern'
import { parseFlow } from '../../src-main/core/flows/reading/read-flow'
import { parseWorkspace } from '../../src-main/core/flows/language/workspace'
import { ControlSession } from '../../src-main/core/phone/control-session'
import { asJson, type AnswerReader } from '../../src-main/core/service/answer-body'
import { answerFault } from '../../src-main/core/service/answer-fault'
import { createAutomationApi, createDeviceApi } from '../../src-main/core/service/device-api'
import { loadLastViews } from '../../src-main/core/settings/last-views'
import { loadPreferences } from '../../src-main/core/settings/preferences'
import { createVocabularyFile } from '../../src-main/core/settings/vocabulary-file'
import { loadWindowPlaces } from '../../src-main/shell-electron/window-places'
import { fill } from '../../src-shared/sheets/fill'
import { readSheet } from '../../src-shared/sheets/sheet'
import { readTable, type Table } from '../../src-shared/sheets/table'
import { byName, valuesOf } from '../../src-renderer/features/sheets/sheet-values'
import { createFakeClock } from '../core/time/fake-clock'
import { createScriptedDial } from '../core/service/scripted-dial'
import { picture } from '../faults/hostile-server'
import { mutateBytes, mutateJson, pick, type Random } from './mutate'
import { fakeDevice, fakeUsage } from '../renderer/fake-phone'

/** One parser at the edge of the program: makes an input and reads it. Throws only for a defect. */
export interface Target {
  name: string
  /** @returns what reads the input, so that only the reading is measured */
  input(random: Random): { shown: string; read: () => unknown }
}

const key = 'fw_live_canary_s3cret'
const device = fakeDevice('dev_1', { notes: 'a note', labels: [{ name: 'lab', color: '#D84C40' }] })
const size = { width: 750, height: 1334 }
const usage = fakeUsage()
const ticket = {
  upload_url: 'https://a.example/v1/devices/a/upload',
  ticket: 'ticket-1',
  max_bytes: 10,
  expires_at: '2030-01-01T00:00:00Z',
}
const words = vocabularySchema.parse(vocabulary)
const { automationJob: names } = words
const job = { [names.id]: 'job_1', [names.status]: 'queued', [names.result]: { a: [1, { b: null }] } }
const problem = {
  type: 'https://errors.example/x',
  title: 'x',
  status: 422,
  code: 'rate_limited',
  detail: 'Scope read is required.',
  errors: [{ type: 'missing', loc: ['body', 'x'], msg: 'Field required' }],
}

/** What was read must be sendable to the page. */
const sendable = (value: unknown) => structuredClone(JSON.parse(JSON.stringify(value ?? null)))

/** A target whose input is a changed JSON value. */
const json = (name: string, sample: unknown, read: (text: string) => unknown): Target => ({
  name,
  input(random) {
    const text = mutateJson(random, sample)
    return { shown: text, read: () => read(text) }
  },
})

/** A call of the service whose answer is changed. A fault is right; anything else that is thrown is a defect. */
const answered = (
  name: string,
  sample: unknown,
  call: (client: { ask: <Result>(_: object, reader: AnswerReader<Result>) => Promise<Result> }) => unknown,
): Target =>
  json(name, sample, (text) => {
    const client = {
      ask: <Result>(_: object, { read }: AnswerReader<Result>) =>
        new Promise<Result>((resolve) =>
          resolve(read({ status: 200, headers: {}, body: Buffer.from(text) }, [key])),
        ),
    }
    return Promise.resolve(call(client)).then(sendable, (thrown: unknown) => {
      if (!(thrown instanceof FaultError)) throw thrown
      sendable(thrown.fault)
    })
  })

const folder = mkdtempSync(join(tmpdir(), 'fleetwall-fuzz-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const clock = createFakeClock()
const log = createLog(() => undefined, 'silent')
const ignore = () => undefined

/** A file of ours whose content is changed. */
const file = (name: string, sample: unknown, load: (path: string) => unknown): Target => {
  const path = join(folder, name)
  return json(name, sample, (text) => {
    for (const left of readdirSync(folder)) rmSync(join(folder, left))
    writeFileSync(path, text)
    return load(path)
  })
}

/** The texts of a flow that anybody may have written. */
const flows = [
  ...['write-note', 'turn-pages', 'find-image', 'config'].map((name) =>
    readFileSync(new URL(`../../resources/flows/${name}.yaml`, import.meta.url)),
  ),
  Buffer.from(
    "- tapOn: '(a{9}){9}.*[^b]+'\n- inputText: ${A.slice(1) + (B || 'x')}\n- evalScript: ${output.x = !A ? 1 : 2}\n",
  ),
]
const flow = [
  { tapOn: { text: 'a.*', index: 0, optional: true } },
  { repeat: { times: 2, while: { visible: 'x', true: '${A == 1}' }, commands: ['scroll', { tapOn: 'b' }] } },
  { runFlow: { file: 'a.yaml', env: { A: '1' } } },
  { addMedia: ['a.png'] },
  { assertScreenshot: { path: 'a.png', mask: ['statusbar', { left: 1, top: 1, width: 1, height: 1 }] } },
]

const patterns = [String.raw`[\Qa]\E\h-z]{2,3}+b`, String.raw`(?iu)(?<n>\p{IsGreek}|\u0041)*?\R`].map(
  (pattern) => Buffer.from(pattern),
)

function readFlow(text: string) {
  // A larger file is refused before it is read.
  if (Buffer.byteLength(text) > 100_000) return
  const report = sendable
  const at = { file: 'a.yaml', folder, root: folder, words }
  sendable(parseFlow(text, { ...at, report, include: () => null }))
  sendable(parseWorkspace(text, 'config.yaml', report))
}

const bytes = (name: string, samples: readonly Buffer[], read: (bytes: Buffer) => unknown): Target => ({
  name,
  input(random) {
    const changed = mutateBytes(random, pick(random, samples))
    return { shown: changed.toString('base64'), read: () => read(changed) }
  },
})

const spreadsheets = [
  Buffer.from(
    devicesCsv([device, { ...device, public_id: 'dev_2', notes: 'a;=b\n"c",\t+1', labels: [] }], []),
  ),
  Buffer.from('sep=;\r\npublic_id;custom_name;notes;labels\r\ndev_1;Aster;"a\n""b""";"lab;""x;y"""\r\n'),
  Buffer.from('\uFEFFpublic_id\tlabels\n"dev_1,Aster"\tlab\n', 'utf16le'),
]

function readSpreadsheet(changed: Buffer) {
  const read = readTable(changed)
  if ('wrong' in read) return
  sendable(read.table.columns)
  for (const { row, flaw } of importOf(read.table, device)) sendable([row.line, flaw, fill('{notes}', row)])
}

function importOf(table: Table, phone: Device) {
  const named = { publicId: phone.public_id, name: phone.name, original: phone.name }
  const options = { use: 'import', template: '', device: () => phone, files: byName([]) } as const
  return valuesOf(readSheet(table, [named]).rows, options)
}

/** Writes a text into each cell that a person can change, and reads it back. */
function writeCells(changed: Buffer) {
  const [notes = '', name = ''] = changed.toString('utf8').split('|')
  const phone = { ...device, notes, custom_name: name || null, labels: [] }
  const read = readTable(Buffer.from(devicesCsv([phone], [])))
  if ('wrong' in read) return
  const found = importOf(read.table, phone)
  const isRight = found.every(({ work }) => !work || ('edit' in work && Object.keys(work.edit).length === 0))
  if (found.length !== 1 || !isRight) throw new Error('the cells come back changed')
}

function controlSession() {
  const net = createScriptedDial()
  const session = new ControlSession({
    isWanted: () => true,
    refusal: () => null,
    dial: net.dial,
    whenMayConnect(run) {
      run()
      return ignore
    },
    clock,
    backoff: createBackoff(clock, () => 0.5),
    msUntil: () => 0,
    diagnose: () => Promise.resolve({ kind: 'cancelled' }),
    findUsedUp: () => Promise.resolve(null),
    onKeyRefused: ignore,
    frameSize: () => null,
    onState: sendable,
    onSizes: sendable,
    onNotice: sendable,
    onLost: sendable,
    onGesture: ignore,
  })
  session.gesture({ kind: 'hover' })
  net.last().events.open()
  return { session, events: net.last().events }
}

const events = [
  { type: 'ready', logical: { w: 50, h: 100 }, snapshot: { w: 100, h: 200 }, max_messages_per_second: 120 },
  { type: 'typed', skipped: ['é', '😀'] },
  { type: 'error', code: 'rate_limited', detail: `no ${key}` },
  { type: 'pong' },
]

const handlers = Object.fromEntries(
  Object.keys({ ...callSchemas, ...tellSchemas }).map((name) => [name, () => null]),
)
const envelopes = [
  ...Object.keys(callSchemas).map((command) => ({ kind: 'call', id: 1, command, params: {} })),
  {
    kind: 'call',
    id: 2,
    command: 'device.act',
    params: { publicId: 'dev_1', action: { type: 'tap', x: 1, y: 2 } },
  },
  { kind: 'tell', command: 'view.show', params: { visible: ['dev_1'], focused: null, windowVisible: true } },
  {
    kind: 'tell',
    command: 'control.send',
    params: { publicId: 'dev_1', gesture: { kind: 'key', key: 'a' } },
  },
]

const view = { search: 'a', labels: ['lab'], states: [], selected: ['dev_1'], focused: null }

export const targets: readonly Target[] = [
  json('problem', problem, (text) => {
    const headers = {
      'retry-after': '7',
      date: 'Wed, 21 Oct 2026 07:28:00 GMT',
      'x-ratelimit-limit-layer': text.slice(0, 900),
    }
    const fault = answerFault(429, headers, Buffer.from(text), [key])
    if (JSON.stringify(sendable(fault)).includes('s3cret')) throw new Error('the fault has the key')
  }),
  answered('devices', [device, device, { ...device, public_id: 'dev_2' }], (client) =>
    createDeviceApi(client).devices(),
  ),
  answered('device', { ...device, screen: size, snapshot: size }, (client) =>
    createDeviceApi(client).device('dev_1'),
  ),
  answered('jobs', [job, { ...job, [names.id]: 'job_2' }], (client) =>
    createAutomationApi(client, words).jobsOf('dev_1'),
  ),
  answered('usage', usage, (client) => createDeviceApi(client).usage()),
  answered('ticket', ticket, (client) => createDeviceApi(client).mintTicket('dev_1')),
  answered('action', { result: { text: 'clipboard', ip: '10.0.0.1' } }, (client) =>
    client.ask({}, asJson(actionAnswerSchema('clipboard_get'))),
  ),
  {
    name: 'control',
    input(random) {
      const texts = Array.from({ length: 4 }, () => mutateJson(random, pick(random, events)))
      return {
        shown: texts.join('\n'),
        read() {
          const { session, events: socket } = controlSession()
          for (const text of texts) socket.message(Buffer.from(text), true)
          session.gesture({ kind: 'key', key: 'a' })
          session.close()
        },
      }
    },
  },
  bytes('frames', [picture(200, 400), picture(750, 1334, 7, 20_000)], jpegSize),
  bytes(
    'frame-packets',
    [
      Buffer.from(packFrames([{ tile: 1, number: 2, receivedAt: 3, size, jpeg: picture(200, 400) }])),
      Buffer.from(packCredits([{ tile: 1, number: 2 }])),
    ],
    (changed) => {
      const message = new Uint8Array(changed).buffer
      for (const unpack of [unpackFrames, unpackCredits]) {
        try {
          unpack(message)
        } catch (error) {
          if (!(error instanceof RangeError)) throw error
        }
      }
    },
  ),
  {
    name: 'bridge',
    input(random) {
      const text = mutateJson(random, pick(random, envelopes))
      return {
        shown: text,
        read() {
          let hear: (message: unknown) => void = ignore
          const port = {
            send: sendable,
            onMessage(listener: (message: unknown) => void) {
              hear = listener
              return ignore
            },
            onClose: () => ignore,
            close: ignore,
          }
          serve(port, handlers as unknown as CallHandlers, handlers as unknown as TellHandlers, ignore)
          try {
            hear(JSON.parse(text))
          } catch (error) {
            if (!(error instanceof SyntaxError)) throw error
          }
        },
      }
    },
  },
  file(
    'fleets.json',
    {
      version: 1,
      fleets: [{ id: 'a', name: 'Lab', baseUrl: 'https://a.example/v1', wsBaseUrl: 'wss://a.example' }],
      activeId: 'a',
    },
    (path) => sendable(createFleetIndexFile(path, sendable).read()),
  ),
  file('preferences.json', { version: 1, ...defaultPreferences }, (path) =>
    sendable(loadPreferences(path, clock, log, sendable).now),
  ),
  file('last-views.json', { version: 1, views: [{ fleet: 'a', ...view }] }, (path) =>
    sendable(
      loadLastViews(path, clock, log, sendable).of({
        id: 'a',
        kind: 'saved',
        baseUrl: 'https://a.example/v1',
      }),
    ),
  ),
  file(
    'windows.json',
    {
      version: 1,
      places: [{ window: 'wall', x: 1, y: 2, width: 3, height: 4, spread: 'none' }],
      open: [{ publicId: 'dev_1', width: 300, height: 500 }],
      onTop: ['phone dev_1'],
    },
    (path) => loadWindowPlaces({ path, clock, onFailed: ignore, report: sendable }).of('wall'),
  ),
  file(
    'vocabulary.json',
    { abandonedJob: 'dropped', keys: { Enter: 'return' }, fps: { min: 1, max: 10 } },
    async (path) => {
      const words = createVocabularyFile(path)
      await words.read()
      sendable(words.state)
    },
  ),
  json('flow', flow, readFlow),
  bytes('flow-text', flows, (changed) => readFlow(changed.toString('utf8'))),
  bytes('pattern', patterns, (changed) => {
    try {
      compilePattern(changed.toString('utf8')).fits('Price (USD) 12')
    } catch (error) {
      if (!(error instanceof FlowError)) throw error
    }
  }),
  bytes('spreadsheet', spreadsheets, readSpreadsheet),
  bytes(
    'spreadsheet-cells',
    ["call back;=cmd|'/C calc'!A0;ok", '\'"=1\r\n\t+2, -3;@x|＝1', '"a";\'=1|0012'].map((text) =>
      Buffer.from(text),
    ),
    writeCells,
  ),
  file('journal.jsonl', { version: 1 }, (path) => {
    const journal = openJournal({ clock, path, onFailed: ignore, report: ignore })
    sendable(journal.left)
    journal.close()
  }),
]
