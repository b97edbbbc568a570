import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { z } from 'zod'
import ours from '../../../resources/vocabulary.json'
import { vocabularyFileSchema } from '../../../src-shared/protocol/vocabulary'
import { createVocabularyFile } from '../../../src-main/core/settings/vocabulary-file'

const schemaPath = join(import.meta.dirname, '..', '..', '..', 'resources', 'vocabulary.schema.json')

describe('vocabulary file', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vocabulary-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  const path = () => join(folder, 'vocabulary.json')
  const stateOf = async (content?: string | Buffer) => {
    if (content !== undefined) await writeFile(path(), content)
    const file = createVocabularyFile(path())
    await file.read()
    return file.state
  }
  const faultOf = async (content: string | Buffer) => {
    const { words, inUse, fault } = await stateOf(content)
    expect(inUse).toBe(false)
    expect(words).toEqual(ours)
    return fault
  }

  it('may be missing', async () => {
    expect(await stateOf()).toEqual({ words: ours, path: path(), inUse: false, fault: null })
  })

  it('may repeat every built-in word', async () => {
    expect(await stateOf(JSON.stringify(ours))).toEqual({
      words: ours,
      path: path(),
      inUse: true,
      fault: null,
    })
  })

  it('keeps the built-in words that it leaves out', async () => {
    const { words, inUse } = await stateOf(
      '{"keys": {"Enter": "return", "F1": "f1"}, "presets": {"lock": "sleep"}, "fps": {"max": 60}}',
    )
    expect(inUse).toBe(true)
    expect(words).toEqual({
      ...ours,
      keys: { ...ours.keys, Enter: 'return', F1: 'f1' },
      presets: { ...ours.presets, lock: 'sleep' },
      fps: { ...ours.fps, max: 60 },
    })
  })

  it('names further fields of a launch, which replace those of their kind', async () => {
    const mode = { type: 'choice', title: 'Mode', choices: ['slow', 'fast'], default: 'slow' }
    const more = { warm_up: { mode }, list_accounts: { deep: { type: 'boolean', title: 'Deep' } } }
    const { words } = await stateOf(JSON.stringify({ automationLaunch: { kind: 'what', more } }))
    expect(words.automationLaunch).toEqual({ kind: 'what', account: 'account', more })
  })

  it.each([
    ['warm_up', { a: { type: 'choice', title: 'A' } }, /^automationLaunch\.more\.warm_up\.a\.choices: /],
    ['warm_up', { a: { type: 'choice', title: 'A', choices: [] } }, /\.a\.choices: /],
    ['warm_up', { a: { type: 'choice', title: 'A', choices: ['x'], default: 'y' } }, /\.default: must fit/],
    ['warm_up', { a: { type: 'integer', title: 'A', min: 3, max: 2 } }, /\.a\.min: 3 is above max, 2/],
    ['warm_up', { a: { type: 'text', title: 'A', min: 3, max: 2 } }, /\.a\.min: 3 is above max, 2/],
    ['warm_up', { a: { type: 'integer', title: 'A', max: 9, default: 10 } }, /\.default: must fit/],
    ['warm_up', { a: { type: 'integer', title: 'A', default: 1.5 } }, /\.default: must fit/],
    ['warm_up', { a: { type: 'number', title: 'A', default: '1' } }, /\.a\.default: .*expected number/],
    ['warm_up', { a: { type: 'text', title: 'A', max: 2, default: 'abc' } }, /\.default: must fit/],
    ['warm_up', { a: { type: 'boolean', title: 'A', default: 'yes' } }, /\.a\.default: .*boolean/],
    ['warm_up', { a: { type: 'boolean', title: 'A', choices: ['x'] } }, /\.a: .*"choices"/],
    ['warm_up', { a: { type: 'date', title: 'A' } }, /\.a\.type: must be integer, number, text, boolean/],
    ['warm_up', { a: { title: 'A' } }, /\.a\.type: must be integer/],
    ['warm_up', { a: { type: 'text' } }, /\.a\.title: /],
    ['warm_up', { a: 'text' }, /\.warm_up\.a: .*expected object/],
    ['warm_up', { account: { type: 'text', title: 'A' } }, /\.account: every launch has a field account/],
    ['dance', {}, /^automationLaunch\.more.*dance/],
  ])('names what is wrong with the fields of %s in %j', async (kind, fields, detail) => {
    expect(await faultOf(JSON.stringify({ automationLaunch: { more: { [kind]: fields } } }))).toMatchObject({
      reason: 'invalid',
      detail: expect.stringMatching(detail),
    })
  })

  it('may be empty, and begin with a byte order mark', async () => {
    expect(await stateOf('\ufeff{}')).toMatchObject({ words: ours, inUse: true })
  })

  it.each([
    ['{"keys": {"Enter": 4}}', /^keys\.Enter: .*expected string/],
    ['{"keys": {"a.b": ""}}', /^keys\["a\.b"\]: /],
    ['{"accountFlags": ["a", "b", 3, "d", "e", "f"]}', /^accountFlags\[2\]: /],
    ['{"fps": {"min": 31}}', /^fps: /],
    ['{"fps": {"min": 5, "max": 4}}', /^fps: /],
    ['[]', /expected object/],
    ['{"path": {"z": "z"}}', /^path: .*"z"/],
  ])('names the key that is wrong in %s', async (text, detail) => {
    expect(await faultOf(text)).toEqual({
      kind: 'vocabulary-file',
      path: path(),
      reason: 'invalid',
      detail: expect.stringMatching(detail),
    })
  })

  it.each(['{"keys": {"Enter": }}', '', '{} {}'])('says why %j is not JSON', async (text) => {
    expect(await faultOf(text)).toMatchObject({ reason: 'not-json', detail: expect.stringMatching(/JSON/) })
  })

  it('is refused when it is not UTF-8', async () => {
    expect(await faultOf(Buffer.from('{"about": "é"}', 'latin1'))).toMatchObject({ reason: 'encoding' })
    expect(await faultOf(Buffer.from('\ufeff{}', 'utf16le'))).toMatchObject({ reason: 'encoding' })
  })

  it('is refused above 1 MB', async () => {
    expect(await faultOf(`{"about": "${'x'.repeat(1_000_000)}"}`)).toMatchObject({ reason: 'too-large' })
  })

  it('is refused when it is a folder or a pipe', async () => {
    await mkdir(path())
    expect((await stateOf()).fault).toMatchObject({ reason: 'unreadable' })
    await rm(path(), { recursive: true })
    await promisify(execFile)('mkfifo', [path()])
    expect((await stateOf()).fault).toMatchObject({ reason: 'unreadable' })
  })

  it('is read again each time, and the newest reading wins', async () => {
    const file = createVocabularyFile(path())
    await writeFile(path(), '{"abandonedJob": "dropped"}')
    await file.read()
    expect(file.state.words.abandonedJob).toBe('dropped')
    await rm(path())
    await Promise.all([file.read(), file.read()])
    expect(file.state).toMatchObject({ words: ours, inUse: false })
  })
})

describe('vocabulary.schema.json', () => {
  // `vitest --update` writes it.
  it('is the schema that checks the file', async () => {
    const schema = z.toJSONSchema(vocabularyFileSchema, { target: 'draft-7', io: 'input' })
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(schemaPath)
  })
})
