import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import ours from '../../../resources/vocabulary.json'
import type { VocabularyState } from '../../../src-shared/features/phones'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import {
  vocabularyFileSchema,
  vocabularySchema,
  type Vocabulary,
  type VocabularyFileContent,
} from '../../../src-shared/protocol/vocabulary'

const mostBytes = 1_000_000

/** The built-in vocabulary, with what the user's file replaces. */
export interface VocabularyFile {
  readonly state: VocabularyState
  /** Reads the file again. Never throws: an unusable file leaves the built-in words and a fault in `state`. */
  read(): Promise<void>
}

/** @param path absolute; the file may be missing */
export function createVocabularyFile(path: string): VocabularyFile {
  const words = vocabularySchema.parse(ours)
  let state: VocabularyState = { words, path, inUse: false, fault: null }
  let reads = 0

  return {
    get state() {
      return state
    },
    async read() {
      const thisRead = ++reads
      const next = await load(path, words)
      if (thisRead === reads) state = next
    },
  }
}

type Fail = (reason: Extract<Fault, { kind: 'vocabulary-file' }>['reason'], detail?: string) => never

async function load(path: string, words: Vocabulary): Promise<VocabularyState> {
  const fail: Fail = (reason, detail = '') => {
    throw new FaultError({ kind: 'vocabulary-file', path, reason, detail })
  }
  try {
    const text = await readText(path, fail)
    if (text === null) return { words, path, inUse: false, fault: null }
    return { words: merge(words, parse(text, words, fail)), path, inUse: true, fault: null }
  } catch (thrown) {
    return { words, path, inUse: false, fault: faultOf(thrown) }
  }
}

/** @returns null when there is no such file */
async function readText(path: string, fail: Fail): Promise<string | null> {
  let bytes: Buffer
  try {
    // Opening a pipe would wait for its writer.
    const found = await stat(path)
    if (!found.isFile()) return fail('unreadable')
    if (found.size > mostBytes) return fail('too-large')
    bytes = await readFile(path)
  } catch (error) {
    if (error instanceof FaultError) throw error
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : fail('unreadable', code)
  }
  try {
    // Also removes the byte order mark that some editors write.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail('encoding')
  }
}

function parse(text: string, words: Vocabulary, fail: Fail): VocabularyFileContent {
  let content: unknown
  try {
    content = JSON.parse(text)
  } catch (error) {
    return fail('not-json', (error as SyntaxError).message)
  }
  const found = vocabularyFileSchema.safeParse(content)
  if (!found.success) {
    const [issue] = found.error.issues
    const key = z.core.toDotPath(issue?.path ?? [])
    return fail('invalid', [key, issue?.message].filter(Boolean).join(': '))
  }
  const { min = words.fps.min, max = words.fps.max } = found.data.fps ?? {}
  if (min > max) return fail('invalid', 'fps: min is above max')
  const { automationLaunch: known } = words
  const { kind = known.kind, account = known.account, more = {} } = found.data.automationLaunch ?? {}
  for (const [of, fields] of Object.entries(more))
    for (const name of [kind, account].filter((each) => Object.hasOwn(fields, each)))
      return fail('invalid', `automationLaunch.more.${of}.${name}: every launch has a field ${name}`)
  return found.data
}

const merge = (words: Vocabulary, theirs: VocabularyFileContent): Vocabulary =>
  vocabularySchema.parse({
    ...words,
    ...theirs,
    keys: { ...words.keys, ...theirs.keys },
    presets: { ...words.presets, ...theirs.presets },
    modifiers: { ...words.modifiers, ...theirs.modifiers },
    path: { ...words.path, ...theirs.path },
    automationLaunch: {
      ...words.automationLaunch,
      ...theirs.automationLaunch,
      more: { ...words.automationLaunch.more, ...theirs.automationLaunch?.more },
    },
    automationJob: { ...words.automationJob, ...theirs.automationJob },
    uploadReceipt: { ...words.uploadReceipt, ...theirs.uploadReceipt },
    apps: { ...words.apps, ...theirs.apps },
    fps: { ...words.fps, ...theirs.fps },
  })
