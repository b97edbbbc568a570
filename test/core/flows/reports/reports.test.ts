import { picturesHere } from '../../pictures/pictures-here'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaseFolders, safePart } from '../../../../src-main/core/flows/reports/case-files'
import { writeHtml } from '../../../../src-main/core/flows/reports/html'
import { jsonEnd, jsonLine } from '../../../../src-main/core/flows/reports/json-lines'
import { writeJunit } from '../../../../src-main/core/flows/reports/junit'
import type { CaseResult, RunResult } from '../../../../src-main/core/flows/run/run-result'
import { readXml, type Element } from './read-xml'

const nasty = `A "quoted" <b>&'name</b>\u0000]]>\n\u{1F600}</script>`
const place = { file: 'flows/a.yaml', line: 3, column: 5 }

const passed = (flow: string, id: string, name: string): CaseResult => ({
  flow,
  file: 'flows/a.yaml',
  phone: { id, name },
  verdict: 'passed',
  failure: null,
  steps: [
    {
      number: 1,
      depth: 0,
      title: nasty,
      place,
      state: 'passed',
      atMs: 0,
      ms: 10,
      message: null,
      expected: null,
      seen: null,
      pictures: [],
    },
  ],
  startedAt: Date.UTC(2030, 0, 1),
  ms: 1234,
  spentActions: 3,
  tries: 1,
})
const failed = (flow: string, id: string, name: string): CaseResult => ({
  ...passed(flow, id, name),
  verdict: 'failed',
  tries: 2,
  failure: {
    message: 'It is not there.',
    step: 'assertVisible x',
    place,
    expected: '"x" visible',
    seen: nasty,
    frame: 'p/at-failure.jpg',
  },
})
const stopped = (flow: string, id: string, name: string): CaseResult => ({
  ...passed(flow, id, name),
  verdict: 'stopped',
  failure: {
    message: 'The run was stopped.',
    step: null,
    place: null,
    expected: null,
    seen: null,
    frame: null,
  },
})
const runOf = (cases: CaseResult[]): RunResult => ({
  cases,
  end: 'done',
  startedAt: Date.UTC(2030, 0, 1),
  ms: 5000,
})
const run = runOf([
  passed('a', 'dev_1', nasty),
  failed(nasty, 'dev_1', nasty),
  stopped('a', 'dev_2', 'Birch'),
])

// The schema that Jenkins validates with (junit-10): what may stand in what, and with which attributes.
const schema: Record<string, { attributes: string[]; children: string[] }> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: [
      'name',
      'tests',
      'failures',
      'errors',
      'time',
      'skipped',
      'timestamp',
      'hostname',
      'id',
      'package',
    ],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  properties: { attributes: [], children: ['property'] },
  property: { attributes: ['name', 'value'], children: [] },
  testcase: {
    attributes: ['name', 'time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], children: [] },
  skipped: { attributes: ['type', 'message'], children: [] },
  'system-out': { attributes: [], children: [] },
}

function faultsOf(element: Element): string[] {
  const known = schema[element.name]
  if (!known) return [`${element.name} is unknown`]
  return [
    ...Object.keys(element.attributes)
      .filter((name) => !known.attributes.includes(name))
      .map((name) => `${element.name} ${name}`),
    ...element.children
      .filter(({ name }) => !known.children.includes(name))
      .map(({ name }) => `${element.name} > ${name}`),
    ...element.children.flatMap(faultsOf),
  ]
}

it('says how many steps a case had when only the last ones are kept', async () => {
  const [step] = passed('a', 'dev_1', 'Aster').steps
  const result = { ...passed('a', 'dev_1', 'Aster'), steps: step ? [{ ...step, number: 41 }] : [] }
  expect(JSON.parse(jsonLine({ type: 'flow', state: 'ended', result }))).toMatchObject({ steps: 41 })
  expect(await text(writeHtml(runOf([result]), '/', picturesHere()))).toContain('"left":40,')
})

describe('the JUnit report', () => {
  const xml = readXml([...writeJunit(run, (path) => `out/${path}`)].join(''))

  it('is as the schema of Jenkins says', () => {
    expect(xml.name).toBe('testsuites')
    expect(faultsOf(xml)).toEqual([])
    for (const suite of xml.children) expect(suite.attributes['time']).toMatch(/^\d+\.\d{3}$/)
  })

  it('has one suite a phone and one case a flow', () => {
    expect(
      xml.children.map(({ attributes: { tests, failures, skipped } }) => [tests, failures, skipped]),
    ).toEqual([
      ['2', '1', '0'],
      ['1', '0', '1'],
    ])
    const cases = xml.children[0]?.children.filter(({ name }) => name === 'testcase') ?? []
    expect(cases.map(({ attributes }) => attributes)).toEqual([
      { name: 'a', classname: 'flows/a.yaml', time: '1.234' },
      { name: nasty.replace('\u0000', '\uFFFD'), classname: 'flows/a.yaml', time: '1.234' },
    ])
  })

  it('says which phone it was, what it spent, and how often it tried', () => {
    const [properties] = xml.children[0]?.children ?? []
    expect(properties?.children.map(({ attributes: { name, value } }) => [name, value])).toEqual([
      ['phone.id', 'dev_1'],
      ['phone.name', nasty.replace('\u0000', '\uFFFD')],
      ['spent.actions', '6'],
      ['tries', '3'],
    ])
  })

  it('says step, expected and seen, and attaches the frame', () => {
    const failure = xml.children[0]?.children[2]
    expect(failure?.children[0]?.attributes['message']).toBe(
      `assertVisible x: expected "x" visible: seen ${nasty.replace('\u0000', '\uFFFD')}`,
    )
    expect(failure?.children[0]?.text).toBe('It is not there.\nflows/a.yaml:3:5')
    expect(failure?.children[1]?.text.split('\n')[0]).toBe('[[ATTACHMENT|out/p/at-failure.jpg]]')
  })
})

describe('the JSON lines', () => {
  it('are one object a line, with its type', () => {
    const phone = { id: 'dev_1', name: 'Aster' }
    const turning = 'a\u009B\u202E.yaml'
    const lines = [
      jsonLine({ type: 'run', startedAt: 0, flows: 1, phones: [phone], cases: 1 }),
      jsonLine({ type: 'flow', state: 'started', flow: 'a', file: turning, phone, try: 1 }),
      jsonLine({ type: 'step', state: 'started', flow: 'a', phone, number: 1, depth: 0, title: 'tapOn x' }),
      ...passed('a', 'dev_1', 'Aster').steps.map((step) =>
        jsonLine({ type: 'step', state: 'ended', flow: 'a', phone, step }),
      ),
      jsonLine({ type: 'flow', state: 'ended', result: failed('a', 'dev_1', 'Aster') }),
      jsonEnd(run, 1, null),
    ]
    for (const line of lines) expect(line).toMatch(/^[^\p{Cc}\p{Bidi_Control}]+\n$/u)
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { type: 'run', startedAt: '1970-01-01T00:00:00.000Z', cases: 1 },
      { type: 'flow', state: 'started', file: turning, try: 1 },
      { type: 'step', state: 'started', number: 1 },
      { type: 'step', state: 'passed', number: 1, title: nasty, ms: 10 },
      {
        type: 'flow',
        state: 'failed',
        tries: 2,
        failure: { step: 'assertVisible x', expected: '"x" visible' },
      },
      { type: 'end', exit: 1, passed: 1, failed: 1, stopped: 1, spentActions: 9 },
    ])
  })
})

const noFilm = () => {
  throw new Error('No video is made here.')
}

describe('the HTML report', () => {
  let folder: string
  let html: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'fleetwall-report-'))
    const save = createCaseFolders(folder, noFilm)({}, 'x', { id: 'p', name: 'p' })
    const frame = await save.save('at-failure', '.jpg', await createCanvas(20, 30).encode('jpeg'))
    const withFrame = failed(nasty, 'dev_1', nasty)
    if (withFrame.failure) withFrame.failure.frame = frame
    html = await text(writeHtml(runOf([...run.cases, withFrame]), folder, picturesHere()))
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('hold no video where the policy allows no recording', async () => {
    const { film } = createCaseFolders(folder, null)({}, 'x', { id: 'p', name: 'p' })
    await expect(film('secret', 'p')).rejects.toThrow('recording-off')
  })

  it('is one file that asks for nothing outside', () => {
    expect(html).not.toMatch(/(?:src|href)="(?!data:)/)
    expect(html).toContain("default-src 'none'")
    expect(html).toContain('data:image/jpeg;base64,')
    expect(html).toContain('prefers-color-scheme: dark')
  })

  it('shows cut names whole, with the flow’s file and the phone’s id', () => {
    expect(html).toContain('<th scope="col" title="a (flows/a.yaml)">a</th>')
    expect(html).toContain('<th scope="row" title="Birch (dev_2)">Birch</th>')
  })

  it('lets no name end a script or become an element', () => {
    expect(html.match(/<\/script>/g)).toHaveLength(3)
    expect(html).not.toContain('<b>')
  })

  it('stays small with 200 phones and 20 flows', async () => {
    const cases = Array.from({ length: 4000 }, (_, at) =>
      passed(`flow ${at % 20}`, `dev_${Math.floor(at / 20)}`, `Phone ${Math.floor(at / 20)}`),
    )
    const large = await text(writeHtml(runOf(cases), folder, picturesHere()))
    expect(large.length).toBeLessThan(4_000_000)
    expect(large.match(/<button/g)).toHaveLength(4000)
  })
})

describe('the folders of a run', () => {
  it.each([
    ['Front desk', 'Front desk'],
    ['../../etc', '-..-etc'],
    ['a/b\\c:d', 'a-b-c-d'],
    ['nul', '_nul'],
    ['', '_'],
    ['end. ', 'end'],
    ['é'.repeat(100), 'é'.repeat(40)],
  ])('%j becomes %j', (name, part) => {
    expect(safePart(name)).toBe(part)
  })

  it('keep phones of one name and flows of one name apart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-folders-'))
    const folders = createCaseFolders(folder, noFilm)
    const [one, other] = [{}, {}]
    const bytes = Buffer.from('x')
    const paths = [
      await folders(one, 'smoke', { id: 'a', name: 'Aster' }).save('s', '.png', bytes),
      await folders(other, 'smoke', { id: 'a', name: 'Aster' }).save('s', '.png', bytes),
      await folders(one, 'smoke', { id: 'b', name: 'aster' }).save('s', '.png', bytes),
    ]
    expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(3)
    await rm(folder, { recursive: true })
  })
})
