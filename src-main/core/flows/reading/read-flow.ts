import { readFileSync, realpathSync, statSync } from 'node:fs'
import { basename, dirname, extname, relative, sep } from 'node:path'
import { z } from 'zod'
import type { FlowWords } from '../commands/command'
import { anyText, commands, env, list, word } from '../language/fields'
import type { Flow, FlowBody, FlowFolder } from '../language/flow'
import { FlowError } from '../language/flow-error'
import { insideOf, statOf } from '../language/flow-files'
import { whileFew, type Problem } from '../language/problem'
import { readSteps, type StepSource } from './read-steps'
import { schemaProblems } from '../language/schema-problems'
import { plain, readYaml, type Tree } from '../language/yaml-tree'

/** What stands above `---`. */
export const headerSchema = z.strictObject({
  name: word.optional().describe('Shown in reports; the file’s name by default.'),
  appId: anyText.optional().describe('What launchApp alone opens.'),
  tags: list(word).optional().describe('For includeTags and excludeTags.'),
  env: env.optional().describe('Names for ${…}. config.yaml and --env win over them.'),
  onFlowStart: commands.optional().describe('Run before the flow.'),
  onFlowComplete: commands.optional().describe('Run after the flow, also when it failed.'),
})

const mostBytes = 100_000
const mostNested = 10

/** How flow files are read: where their mistakes go, and what they may name. */
export interface ReadOptions {
  /** The vocabulary of the fleet. */
  readonly words: FlowWords
  readonly report: (problem: Problem) => void
}

/** Reads flow files, each one once below each root. */
export class FlowReader {
  private readonly read = new Map<string, Flow | null>()
  /** The files that are being read, by their real paths. */
  private readonly open: string[] = []

  constructor(private readonly options: ReadOptions) {}

  /**
   * Reads a flow and what it runs.
   * @param path absolute
   * @param file the path as the user knows it
   * @param root absolute: no path of the flow leaves it
   * @returns null for a flow with mistakes; all of them were reported
   */
  flow(path: string, file: string, root: string): Flow | null {
    const text = readFlowFile(path, file, (problem) => this.options.report(problem))
    if (text === null) return null
    const real = realpathSync(path)
    // Where its paths may lead depends on the root.
    const key = `${root}\0${real}`
    const known = this.read.get(key)
    if (known !== undefined) return known
    this.open.push(real)
    let isWhole = true
    const at: FlowFolder = { folder: dirname(path), root }
    const flow = whileFew(this.options.report, (tell) =>
      parseFlow(text, {
        file,
        ...at,
        words: this.options.words,
        report: (problem) => {
          isWhole = false
          tell(problem)
        },
        include: (named) => {
          const body = this.include(named, file, at)
          // Its mistakes are reported where they are.
          if (!body) isWhole = false
          return body
        },
      }),
    )
    this.open.pop()
    const whole = isWhole ? flow : null
    this.read.set(key, whole)
    return whole
  }

  private include(named: string, file: string, at: FlowFolder) {
    const path = insideOf(at, named)
    const shown = nextTo(file, relative(at.folder, path))
    if (!statOf(path)?.isFile()) throw new FlowError(`${named} not found in the flow’s folder`)
    if (this.open.includes(realpathSync(path))) throw new FlowError(`${named} includes itself`)
    if (this.open.length >= mostNested) throw new FlowError(`flows run flows more than ${mostNested} deep`)
    const body = this.flow(path, shown, at.root)
    return body && { file: shown, body }
  }
}

/** The path of a file that was named in another one, as the user knows that one. */
function nextTo(file: string, way: string): string {
  const parts = file.split(/[/\\]/).slice(0, -1)
  for (const part of way.split(sep)) {
    if (part === '..' && parts.length > 0 && parts.at(-1) !== '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

/** Reads a file's text. @returns null, with a mistake reported, for one that can't be read */
export function readFlowFile(path: string, file: string, report: (problem: Problem) => void): string | null {
  const refuse = (message: string) => {
    report({ place: { file, line: 1, column: 1 }, message })
    return null
  }
  try {
    // Opening a pipe would wait for its writer.
    const found = statSync(path)
    if (!found.isFile()) return refuse('not a file')
    if (found.size > mostBytes) return refuse(`a file of a flow has ${mostBytes / 1000} kB at most`)
    return new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(path))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT') return refuse('no such file or folder')
    return refuse(
      code === 'ERR_ENCODING_INVALID_ENCODED_DATA'
        ? 'not UTF-8 text'
        : `the file can’t be read: ${code ?? ''}`,
    )
  }
}

/** Where a flow stands, and how what it names is read. */
export interface FlowSource extends Omit<StepSource, 'appId'> {
  readonly file: string
}

const nothing: FlowBody = { env: {}, onFlowStart: [], onFlowComplete: [], steps: [] }

/** Reads the text of a flow. Mistakes go to `report`; what has some is left out of the result. */
export function parseFlow(text: string, source: FlowSource): Flow {
  const { file, folder, root, report } = source
  const name = basename(file, extname(file))
  const empty: Flow = { name, file, folder, root, tags: [], ...nothing }
  const documents = readYaml(text, file, report)
  if (!documents) return empty
  const [first, second, third] = documents.filter((tree) => tree.kind !== 'text' || tree.text !== '')
  const tooMany = third ?? (first?.kind === 'list' ? second : undefined)
  if (tooMany)
    report({
      place: tooMany.place,
      message: 'expected at most a header, a line --- and a list of commands',
    })
  const body = first?.kind === 'list' ? first : second
  const header = first?.kind === 'list' ? undefined : first
  if (!body)
    report({
      place: header?.place ?? { file, line: 1, column: 1 },
      message: header ? 'the commands are missing: they stand below a line ---' : 'the file is empty',
    })
  const read = header ? readHeader(header, source) : null
  const context: StepSource = { ...source, appId: read?.appId ?? null }
  const listOf = (key: string) => {
    const entry = header?.kind === 'map' ? header.entries.get(key) : undefined
    return entry?.value.kind === 'list' ? readSteps(entry.value, context, `${key}: `) : []
  }
  return {
    ...empty,
    name: read?.name ?? name,
    tags: read?.tags ?? [],
    env: read?.env ?? {},
    onFlowStart: listOf('onFlowStart'),
    onFlowComplete: listOf('onFlowComplete'),
    steps: body ? readSteps(body, context) : [],
  }
}

function readHeader(header: Tree, { report }: FlowSource): z.output<typeof headerSchema> | null {
  if (header.kind !== 'map') {
    report({ place: header.place, message: 'a header is a map: name, tags, env. Commands begin with a -' })
    return null
  }
  const read = headerSchema.safeParse(plain(header))
  if (read.success) return read.data
  for (const problem of schemaProblems(read.error.issues, header, Object.keys(headerSchema.shape)))
    report(problem)
  return null
}
