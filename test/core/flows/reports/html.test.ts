import { picturesHere } from '../../pictures/pictures-here'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { createCanvas } from '@napi-rs/canvas'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createCaseFolders } from '../../../../src-main/core/flows/reports/case-files'
import { writeHtml } from '../../../../src-main/core/flows/reports/html'
import { jsonLine } from '../../../../src-main/core/flows/reports/json-lines'
import { failed, nasty, noFilm, passed, run, runOf } from './case-results'

it('says how many steps a case had when only the last ones are kept', async () => {
  const [step] = passed('a', 'dev_1', 'Aster').steps
  const result = { ...passed('a', 'dev_1', 'Aster'), steps: step ? [{ ...step, number: 41 }] : [] }
  expect(JSON.parse(jsonLine({ type: 'flow', state: 'ended', result }))).toMatchObject({ steps: 41 })
  expect(await text(writeHtml(runOf([result]), '/', picturesHere()))).toContain('"left":40,')
})
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

  it('shows the rows of a sheet below one another, in the column of their flow', async () => {
    const cases = ['dev_1', 'dev_2'].flatMap((id) =>
      ['beta', 'gamma'].map((row) => ({ ...passed('a', id, id), flow: `a (${row})`, row })),
    )
    const rows = await text(writeHtml(runOf(cases), folder, picturesHere()))
    expect(rows).toContain('1 flow on 2 phones')
    expect(rows.match(/<th scope="col"[^>]*>[^<]*/g)).toEqual(['<th scope="col" title="a (flows/a.yaml)">a'])
    const [, first = ''] = /<tr><th scope="row".*?<td>(.*?)<\/td>/.exec(rows) ?? []
    expect(first.match(/(?<=<span>)[^<]*/g)).toEqual(['1.2 s · beta', '1.2 s · gamma'])
  })

  it('lets no name end a script or become an element', () => {
    expect(html.match(/<\/script>/g)).toHaveLength(3)
    expect(html).not.toContain('<b>')
  })

  it('stays small with 200 phones and 20 flows', async () => {
    const cases = Array.from({ length: 4000 }, (_, at) => ({
      ...passed(`flow ${at % 20}`, `dev_${Math.floor(at / 20)}`, `Phone ${Math.floor(at / 20)}`),
      file: `flow-${at % 20}.yaml`,
    }))
    const large = await text(writeHtml(runOf(cases), folder, picturesHere()))
    expect(large.length).toBeLessThan(4_000_000)
    expect(large.match(/<button/g)).toHaveLength(4000)
  })
})
