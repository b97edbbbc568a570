import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, it } from 'vitest'
import { parseAllDocuments } from 'yaml'
import { withReference } from '../../../../src-main/core/flows/reading/flow-reference'
import { flowSchema } from '../../../../src-main/core/flows/reading/flow-schema'
import { problemLine } from '../../../../src-main/core/flows/language/problem'
import { parseWorkspace } from '../../../../src-main/core/flows/language/workspace'
import { read } from './read'

const root = join(import.meta.dirname, '../../../..')
const open = (...path: string[]) => readFileSync(join(root, ...path), 'utf8')
const words = (text: string) => text.replaceAll(/[\s-]+/g, ' ')

const ajv = new Ajv({ allowUnionTypes: true, strictRequired: false, strictTypes: false })
const fits = ajv.compile(flowSchema())
const fitsWorkspace = ajv.compile({ ...flowSchema(), anyOf: [{ $ref: '#/$defs/workspace' }] })
/** Both parts of a file, as an editor reads them: empty ones are left out. */
const parts = (text: string): unknown[] =>
  parseAllDocuments(text)
    .map((part): unknown => part.toJS())
    .filter((part) => part !== null)

it('matches the published schema and table of commands (npm run flow-schema)', () => {
  expect(JSON.parse(open('resources/flows/flow.schema.json'))).toEqual(flowSchema())
  const page = open('docs/flows.md')
  expect(words(withReference(page))).toBe(words(page))
})

const folder = 'resources/flows'
const examples = ['', 'parts'].flatMap((below) =>
  readdirSync(join(root, folder, below))
    .filter((name) => name.endsWith('.yaml') && name !== 'config.yaml')
    .map((name) => join(below, name)),
)
const maestro = ['add-to-cart', 'onboarding', 'settings-scroll', 'airplane'].map(
  (name) => `../../test/core/flows/reading/maestro/${name}.yaml`,
)

it.each([...examples, ...maestro])('accepts in an editor what the reader accepts: %s', (name) => {
  for (const part of parts(open(folder, name))) expect(fits(part) || fits.errors).toBe(true)
})

it('accepts the config.yaml of the examples', () => {
  const text = open(folder, 'config.yaml')
  for (const part of parts(text)) expect(fitsWorkspace(part) || fitsWorkspace.errors).toBe(true)
  expect(parseWorkspace(text, 'config.yaml', (problem) => expect.fail(problemLine(problem)))).toMatchObject({
    flows: ['*'],
    excludeTags: ['automation'],
  })
})

it.each([
  '- tapon: x',
  '- tapOn: {id: x}',
  '- tapOn: {text: x, repeat: -1}',
  '- swipe: sideways',
  '- repeat: {times: 1}',
  '- scroll\n- clearState',
  'nmae: x',
  '- tapOn: {text: x, enabled: true}',
])('refuses in an editor what the reader refuses: %j', (text) => {
  expect(parts(text).every((part) => fits(part))).toBe(false)
  expect(read(text).problems).not.toEqual([])
})
