import { readdirSync, statSync } from 'node:fs'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import type { Flow, Workspace } from './flow'
import { compileGlob } from './glob'
import type { KeyWords } from './keys'
import type { Problem } from './problem'
import { FlowReader, readFlowFile } from './read-flow'
import { parseWorkspace, plainWorkspace } from './workspace'

/** What is read, and which of it. */
export interface CheckOptions {
  /** Files and folders as the user wrote them, relative to `from`. */
  readonly paths: readonly string[]
  /** The folder that the user is in, absolute. */
  readonly from: string
  readonly words: KeyWords
  /** Beside those of `config.yaml`. */
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
}

/** A flow that will run. */
export interface CheckedFlow {
  readonly flow: Flow
  /** The `env` of `config.yaml`: it wins over the flow's. */
  readonly env: Workspace['env']
  /** Whether the flows after it run when it has failed. */
  readonly continueOnFailure: boolean
}

/** The flows in the order in which they run; without mistakes only when `problems` is empty. */
export interface Checked {
  readonly flows: readonly CheckedFlow[]
  readonly problems: readonly Problem[]
}

const mostFiles = 2000
const mostDeep = 10
const mostProblems = 1000
const configs = ['config.yaml', 'config.yml']
const stem = (file: string) => basename(file, extname(file))
const isFlowFile = (name: string) => ['.yaml', '.yml'].includes(extname(name).toLowerCase())

/** Reads flows and everything that they name, and finds all mistakes of all files. Never throws for what a file holds. */
export async function checkFlows({ paths, from, words, ...tags }: CheckOptions): Promise<Checked> {
  const problems = new Map<string, Problem>()
  const report = (problem: Problem) => {
    const { file, line, column } = problem.place
    if (problems.size < mostProblems) problems.set(`${file}:${line}:${column}:${problem.message}`, problem)
  }
  const reader = new FlowReader({ words, report })
  const flows = new Map<string, CheckedFlow>()
  for (const path of paths) {
    const place = { file: path, line: 1, column: 1 }
    const found = statSync(resolve(from, path), { throwIfNoEntry: false })
    if (!found) report({ place, message: 'there is no such file or folder' })
    const read = found?.isDirectory() ? readFolder : readFile
    if (!found) continue
    for await (const each of read(resolve(from, path), path, reader, report, tags))
      flows.set(join(each.flow.folder, basename(each.flow.file)), each)
  }
  return { flows: [...flows.values()], problems: [...problems.values()] }
}

type Tags = Pick<CheckOptions, 'includeTags' | 'excludeTags'>
type Reading = (
  path: string,
  shown: string,
  reader: FlowReader,
  report: (problem: Problem) => void,
  tags: Tags,
) => AsyncGenerator<CheckedFlow>

const readFile: Reading = async function* (path, shown, reader, report, tags) {
  const folder = dirname(path)
  const workspace = readWorkspace(folder, dirname(shown), report)
  await setImmediate()
  const flow = reader.flow(path, shown, folder)
  if (flow && isChosen(flow, plainWorkspace, tags))
    yield { flow, env: workspace.env, continueOnFailure: true }
}

const noFlows = (files: number) =>
  files === 0
    ? 'the folder has no flows'
    : 'the folder has no flows at its top. For those below, write config.yaml with flows: ["**"]'

const readFolder: Reading = async function* (folder, shown, reader, report, tags) {
  const workspace = readWorkspace(folder, shown, report)
  const globs = workspace.flows.map(compileGlob)
  const place = { file: shown, line: 1, column: 1 }
  const files = filesBelow(folder).map((path) => relative(folder, path).split(sep).join('/'))
  if (files.length > mostFiles) report({ place, message: `a folder of flows has ${mostFiles} files at most` })
  const chosen = files.slice(0, mostFiles).filter((file) => globs.some((fits) => fits(file)))
  if (chosen.length === 0) report({ place, message: noFlows(files.length) })
  const flows: Flow[] = []
  // A flow that is not chosen, or has mistakes, may still be named in executionOrder.
  const known = new Set(chosen.map(stem))
  for (const file of chosen) {
    // Other work of the program goes on between two files.
    await setImmediate()
    const flow = reader.flow(join(folder, file), join(shown, file), folder)
    if (flow) known.add(flow.name)
    if (flow && isChosen(flow, workspace, tags)) flows.push(flow)
  }
  for (const name of workspace.executionOrder.flowsOrder)
    if (!known.has(name)) {
      const message = `executionOrder names ${name}, but no flow has this name`
      report({ place: { file: join(shown, 'config.yaml'), line: 1, column: 1 }, message })
    }
  yield* inOrder(flows, workspace)
}

function readWorkspace(folder: string, shown: string, report: (problem: Problem) => void): Workspace {
  const name = configs.find((each) => statSync(join(folder, each), { throwIfNoEntry: false })?.isFile())
  if (name === undefined) return plainWorkspace
  const text = readFlowFile(join(folder, name), join(shown, name), report)
  return text === null ? plainWorkspace : parseWorkspace(text, join(shown, name), report)
}

/** Flow files in the order of their paths. Links are not followed. */
function filesBelow(folder: string, depth = 0): string[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !name.startsWith('.') && name !== 'node_modules' && !configs.includes(name))
    .sort((one, other) => (one.name < other.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return depth < mostDeep ? filesBelow(path, depth + 1) : []
      return entry.isFile() && isFlowFile(entry.name) ? [path] : []
    })
}

/** A flow has one of the tags that are asked for, of both the folder's and the user's, and none that is excluded. */
function isChosen(
  { tags }: Flow,
  workspace: Workspace,
  { includeTags = [], excludeTags = [] }: Tags,
): boolean {
  const hasOneOf = (asked: readonly string[]) => asked.length === 0 || asked.some((tag) => tags.includes(tag))
  const excluded = [...workspace.excludeTags, ...excludeTags]
  return (
    hasOneOf(workspace.includeTags) && hasOneOf(includeTags) && !tags.some((tag) => excluded.includes(tag))
  )
}

function inOrder(flows: readonly Flow[], { env, executionOrder }: Workspace): CheckedFlow[] {
  const { flowsOrder, continueOnFailure } = executionOrder
  const first = flowsOrder.flatMap(
    (name) => flows.find((flow) => flow.name === name || stem(flow.file) === name) ?? [],
  )
  const rest = flows.filter((flow) => !first.includes(flow))
  return [
    ...[...new Set(first)].map((flow) => ({ flow, env, continueOnFailure })),
    ...rest.map((flow) => ({ flow, env, continueOnFailure: true })),
  ]
}
