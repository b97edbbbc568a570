import { readFile, stat } from 'node:fs/promises'
import { z } from 'zod'
import ours from '../../../resources/vocabulary.json'
import type { VocabularyState } from '../../../src-shared/bridge/vocabulary-state'
import { FaultError, faultOf, type Fault } from '../../../src-shared/protocol/fault'
import {
  vocabularyFileSchema,
  vocabularySchema,
  type Vocabulary,
  type VocabularyFileContent,
} from '../../../src-shared/protocol/vocabulary'
import { jsonOffsets, lineAndColumn, type JsonPath, type OffsetOf } from './json-offsets'

const mostBytes = 1_000_000

type VocabularyFault = Extract<Fault, { kind: 'vocabulary-file' }>

/** The vocabulary: ours, and over it what a file of the user's says. */
export interface VocabularyFile {
  readonly state: VocabularyState
  /** Reads the file anew. Never throws: a file that cannot be used leaves ours, and says why. */
  read(): Promise<void>
}

/** @param path absolute; there need be no such file */
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
      const next = await attempt(path, words)
      if (thisRead === reads) state = next
    },
  }
}

async function attempt(path: string, words: Vocabulary): Promise<VocabularyState> {
  const fail = (reason: VocabularyFault['reason'], at: VocabularyFault['at'] = null, detail = ''): never => {
    throw new FaultError({ kind: 'vocabulary-file', path, reason, at, detail })
  }
  try {
    const text = await readText(path, fail)
    if (text === null) return { words, path, inUse: false, fault: null }
    return { words: merge(words, checked(text, words, fail)), path, inUse: true, fault: null }
  } catch (thrown) {
    return { words, path, inUse: false, fault: faultOf(thrown) }
  }
}

type Fail = (reason: VocabularyFault['reason'], at?: VocabularyFault['at'], detail?: string) => never

/** @returns null when there is no such file */
async function readText(path: string, fail: Fail): Promise<string | null> {
  let bytes: Buffer
  try {
    // Looked at first: to open a pipe would wait for whoever writes to it.
    const found = await stat(path)
    if (!found.isFile()) return fail('unreadable')
    if (found.size > mostBytes) return fail('too-large')
    bytes = await readFile(path)
  } catch (error) {
    if (error instanceof FaultError) throw error
    const { code } = error as NodeJS.ErrnoException
    return code === 'ENOENT' ? null : fail('unreadable', null, code)
  }
  try {
    // It takes away the byte order mark that some editors write.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return fail('encoding')
  }
}

function checked(text: string, words: Vocabulary, fail: Fail): VocabularyFileContent {
  const at = (offset: number, path: JsonPath) => ({
    ...lineAndColumn(text, offset),
    key: z.core.toDotPath([...path]),
  })
  const offsetOf = jsonOffsets(text, ({ reason, offset, path, expected }) =>
    fail(reason, at(offset, path), expected && `Expected ${expected}`),
  )
  const found = vocabularyFileSchema.safeParse(JSON.parse(text))
  if (!found.success) {
    const [first] = flaws(found.error, offsetOf)
    return first ? fail(first.reason, at(first.offset, first.path), first.detail) : fail('value')
  }
  const { min = words.fps.min, max = words.fps.max } = found.data.fps ?? {}
  if (min > max) {
    const path = ['fps', found.data.fps?.max === undefined ? 'min' : 'max']
    return fail('value', at(offsetOf(path), path), 'The highest frame rate is below the lowest')
  }
  return found.data
}

interface Flaw {
  reason: 'value' | 'unknown-key'
  offset: number
  path: JsonPath
  detail: string
}

/** What the schema refuses, in the order of the text. */
function flaws(error: z.ZodError, offsetOf: OffsetOf): Flaw[] {
  return error.issues
    .flatMap((issue): Flaw[] => {
      const path = issue.path.map((part) => (typeof part === 'symbol' ? String(part) : part))
      if (issue.code !== 'unrecognized_keys') {
        return [{ reason: 'value', offset: offsetOf(path), path, detail: issue.message }]
      }
      return issue.keys.map((key) => {
        const unknown = [...path, key]
        return { reason: 'unknown-key', offset: offsetOf(unknown), path: unknown, detail: '' }
      })
    })
    .toSorted((a, b) => a.offset - b.offset)
}

const merge = (words: Vocabulary, theirs: VocabularyFileContent): Vocabulary =>
  vocabularySchema.parse({
    ...words,
    ...theirs,
    keys: { ...words.keys, ...theirs.keys },
    presets: { ...words.presets, ...theirs.presets },
    modifiers: { ...words.modifiers, ...theirs.modifiers },
    path: { ...words.path, ...theirs.path },
    automationLaunch: { ...words.automationLaunch, ...theirs.automationLaunch },
    automationJob: { ...words.automationJob, ...theirs.automationJob },
    uploadReceipt: { ...words.uploadReceipt, ...theirs.uploadReceipt },
    fps: { ...words.fps, ...theirs.fps },
  })
