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

describe('the vocabulary file', () => {
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
    expect(words, 'ours goes on').toEqual(ours)
    return fault
  }

  it('need not be there', async () => {
    expect(await stateOf()).toEqual({ words: ours, path: path(), inUse: false, fault: null })
  })

  it('may be ours, word for word', async () => {
    expect(await stateOf(JSON.stringify(ours))).toEqual({
      words: ours,
      path: path(),
      inUse: true,
      fault: null,
    })
  })

  it('leaves ours wherever it says nothing', async () => {
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

  it('may be empty of words, and begin with a byte order mark', async () => {
    expect(await stateOf('\ufeff{}')).toMatchObject({ words: ours, inUse: true })
  })

  it.each([
    ['{\n  "keys": {\n    "Enter": 4\n  }\n}', 'value', { line: 3, column: 5, key: 'keys.Enter' }],
    ['{"keys": {"a.b": ""}}', 'value', { line: 1, column: 11, key: 'keys["a.b"]' }],
    ['{"keys": {"": "x"}}', 'value', { line: 1, column: 11, key: 'keys.' }],
    ['{"accountFlags": ["a", "b"]}', 'value', { line: 1, column: 2, key: 'accountFlags' }],
    [
      '{"accountFlags": ["a", "b", 3, "d", "e", "f"]}',
      'value',
      { line: 1, column: 29, key: 'accountFlags[2]' },
    ],
    ['{"fps": {"min": 31}}', 'value', { line: 1, column: 10, key: 'fps.min' }],
    ['{"fps": {"min": 5, "max": 4}}', 'value', { line: 1, column: 20, key: 'fps.max' }],
    ['[]', 'value', { line: 1, column: 1, key: '' }],
    ['{"path": {"z": "z"}}', 'unknown-key', { line: 1, column: 11, key: 'path.z' }],
    ['{"presets": {"home": "a"},\n "preset": {}}', 'unknown-key', { line: 2, column: 2, key: 'preset' }],
    ['{"path": {"x": "a",\r\n"x": "b"}}', 'twice', { line: 2, column: 1, key: 'path.x' }],
    ['{\n"keys": {"Enter": }\n}', 'syntax', { line: 2, column: 19, key: 'keys.Enter' }],
    ['', 'syntax', { line: 1, column: 1, key: '' }],
    ['{} {}', 'syntax', { line: 1, column: 4, key: '' }],
  ])('says where %j is wrong, and ours goes on', async (text, reason, at) => {
    expect(await faultOf(text)).toMatchObject({ kind: 'vocabulary-file', path: path(), reason, at })
  })

  it('names what stands first in the text, of several', async () => {
    const fault = await faultOf('{"unknown": 1, "about": 2, "keys": 3}')
    expect(fault).toMatchObject({ reason: 'unknown-key', at: { key: 'unknown' } })
    expect(await faultOf('{"about": 2, "unknown": 1}')).toMatchObject({ at: { key: 'about' } })
  })

  it('says what it should be, in the service of whoever writes it', async () => {
    expect(await faultOf('{"about": 2}')).toMatchObject({
      detail: expect.stringContaining('expected string'),
    })
    expect(await faultOf('{"about" 2}')).toMatchObject({ detail: 'Expected a colon' })
  })

  it('is refused when it is no text in UTF-8', async () => {
    expect(await faultOf(Buffer.from('{"about": "é"}', 'latin1'))).toMatchObject({ reason: 'encoding' })
    expect(await faultOf(Buffer.from('\ufeff{}', 'utf16le'))).toMatchObject({ reason: 'encoding' })
  })

  it('is refused when nobody can have written so much', async () => {
    expect(await faultOf(`{"about": "${'x'.repeat(1_000_000)}"}`)).toMatchObject({ reason: 'too-large' })
  })

  it('is refused when it is a folder, or a pipe that nobody writes to', async () => {
    await mkdir(path())
    expect((await stateOf()).fault).toMatchObject({ reason: 'unreadable' })
    await rm(path(), { recursive: true })
    await promisify(execFile)('mkfifo', [path()])
    expect((await stateOf()).fault).toMatchObject({ reason: 'unreadable' })
  })

  it('is read anew each time, and the newest reading wins', async () => {
    const file = createVocabularyFile(path())
    await writeFile(path(), '{"abandonedJob": "dropped"}')
    await file.read()
    expect(file.state.words.abandonedJob).toBe('dropped')
    await rm(path())
    await Promise.all([file.read(), file.read()])
    expect(file.state).toMatchObject({ words: ours, inUse: false })
  })
})

describe('the schema beside it', () => {
  // Written anew by `vitest --update`.
  it('is the one that the file is checked with', async () => {
    const schema = z.toJSONSchema(vocabularyFileSchema, { target: 'draft-7', io: 'input' })
    await expect(`${JSON.stringify(schema, null, 2)}\n`).toMatchFileSnapshot(schemaPath)
  })
})
