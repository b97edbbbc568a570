import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import type { Action } from '../../../../src-shared/protocol/action'
import { openFlowFleet } from '../../../../src-main/core/flows/in-fleet/flow-fleet'
import { writeFlow } from '../../../../src-main/core/flows/language/write-flow'
import { inputsOfCall, type DoneCall } from '../../../../src-main/core/flows/record/call-inputs'
import { createInputRecorder } from '../../../../src-main/core/flows/record/record-input'
import { inputsOfUploads } from '../../../../src-main/core/flows/record/upload-inputs'
import { checkFlows } from '../../../../src-main/core/flows/reading/check'
import { createCaseFolders } from '../../../../src-main/core/flows/reports/case-files'
import { Run } from '../../../../src-main/core/flows/run/run-flows'
import { systemClock } from '../../../../src-main/core/time/clock'
import { KEYS, OTHER_PHONE, PHONE, startTestService } from '../../../simulator/service'
import { picturesReading } from '../../pictures/pictures-here'
import { createFakeClock } from '../../time/fake-clock'
import { useOf, words } from '../run/flow-bench'

const space = { width: 200, height: 400 }
const point = { x: 50, y: 100 }
const line = { x1: 20, y1: 300, x2: 160, y2: 200 }
/** What a person does on one phone: every action of the service, texts in three scripts, chords, and whole lines. */
const actions: Action[] = [
  { type: 'open_app', target: 'sys_notes' },
  { type: 'tap', ...point },
  { type: 'double_tap', ...point, gap_ms: 200 },
  { type: 'long_press', ...point, hold_ms: 1200 },
  { type: 'swipe', ...line, duration_ms: 300 },
  { type: 'drag', ...line, duration_ms: 900 },
  { type: 'scroll', ...point, dy: 7 },
  { type: 'scroll', ...point, dy: -12 },
  {
    type: 'path',
    points: [
      { x: 20, y: 40 },
      { x: 160, y: 40 },
      { x: 160, y: 200 },
    ],
  },
  { type: 'text', text: 'Hello ${you}' },
  { type: 'key', key: 'enter' },
  { type: 'text', text: 'Привет, мир' },
  { type: 'key', key: 'home' },
  { type: 'text', text: 'Καλημέρα' },
  { type: 'press', modifiers: ['cmd'], key: 'a' },
  { type: 'press', modifiers: ['cmd', 'shift'], key: 'z' },
  { type: 'clipboard_set', text: 'a: "b"' },
  { type: 'press', modifiers: ['cmd'], key: 'v' },
  { type: 'clipboard_get' },
  { type: 'device_ip' },
  { type: 'recalibrate' },
  { type: 'airplane', on: true },
  { type: 'airplane', on: false },
  { type: 'open_url', url: 'https://example.com/#a' },
  { type: 'press', name: 'app_switcher' },
  { type: 'press', name: 'home' },
]
const publicIds = [OTHER_PHONE, PHONE]
const calls: DoneCall[] = [
  { command: 'devices.edit', params: { publicIds, edit: { customName: 'Lab 7', notes: 'a\n${b}' } } },
  {
    command: 'devices.editEach',
    params: {
      edits: publicIds.map((publicId) => ({
        publicId,
        edit: { addLabels: [{ name: `of ${publicId}`, color: '#9E9E9E' }], removeLabels: ['smoke'] },
      })),
    },
  },
  { command: 'devices.screenshot', params: { publicIds, mayCost: false } },
  {
    command: 'devices.actEach',
    params: { isSecret: true, acts: [{ publicId: PHONE, action: { type: 'text', text: 'pa55' } }] },
  },
  {
    command: 'devices.editEach',
    params: { isSecret: true, edits: [{ publicId: PHONE, edit: { notes: 'pa55' } }] },
  },
]

it('what a person did on one phone is done the same on another one', async ({ onTestFinished }) => {
  const service = await startTestService()
  onTestFinished(() => service.close())
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-again-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'photo ${1}.jpg'), 'a picture')
  const recorder = createInputRecorder({
    clock: createFakeClock(),
    ...{ words, cutouts: 'cutouts', onRead: () => undefined, frame: () => null },
    pictures: picturesReading(() => Promise.resolve([])).of(PHONE),
  })
  for (const action of actions) {
    expect((await service.act(action)).status).toBe(200)
    recorder.action(action, space)
  }
  const before = { shots: 1, isFilmed: () => false }
  for (const call of calls) for (const input of inputsOfCall(call, PHONE, before, words)) recorder.add(input)
  const files = [
    { name: 'photo ${1}.jpg', bytes: 9 },
    { name: 'elsewhere.jpg', bytes: 9, path: '/elsewhere.jpg' },
  ]
  for (const input of inputsOfUploads(files, folder)) recorder.add(input)
  const text = writeFlow('Again', (await recorder.finish()).inputs)
  await writeFile(join(folder, 'again.yaml'), text)
  expect(text).not.toContain('pa55')
  expect(text.match(/^#.*/gm)).toEqual([
    '# Starts from the screen that was shown when recording began.',
    '# A secret text was typed; it is not kept. Use inputText with ${NAME}.',
    '# A secret name, note or label was set; it is not kept.',
    '# elsewhere.jpg was uploaded. Put it beside this flow, and write addMedia: elsewhere.jpg',
  ])

  const { flows, problems } = await checkFlows({ paths: ['again.yaml'], from: folder, words })
  expect(problems).toEqual([])
  const { base_url: baseUrl, ws_base_url: wsBaseUrl } = service.addresses
  const access = { baseUrl, wsBaseUrl, apiKey: KEYS.full }
  const fleet = await openFlowFleet({ access, words, clock: systemClock, random: Math.random })
  onTestFinished(() => fleet.close())
  const folders = createCaseFolders(join(folder, 'report'), null)
  const run = new Run({
    ...{ clock: systemClock, words, env: {}, timeoutMs: null, retries: 0, emit: () => undefined },
    pictures: picturesReading(() => Promise.resolve([])),
    plans: fleet.phones.filter(({ publicId }) => publicId === OTHER_PHONE).map((phone) => ({ phone, flows })),
    ...{ use: useOf(Infinity), mostActions: Infinity },
    filesOf: (flow, { publicId: id, name }) => folders(flow, flow.name, { id, name }),
  })
  const { cases } = await run.result
  expect(cases.map(({ verdict, failure }) => [verdict, failure?.step, failure?.message])).toEqual([
    ['passed', undefined, undefined],
  ])
  const isAction = ({ type }: Record<string, unknown>) => actions.some((action) => action.type === type)
  const done = async (phone: string) => (await service.events(phone)).filter(isAction)
  expect(await done(OTHER_PHONE)).toEqual(await done(PHONE))
  const phones = (await service.call('GET', '/devices')).json as Record<string, unknown>[]
  expect(phones.find((each) => each['public_id'] === OTHER_PHONE)).toMatchObject({
    custom_name: 'Lab 7',
    notes: 'a\n${b}',
    labels: [{ name: `of ${PHONE}` }],
  })
}, 120_000)
