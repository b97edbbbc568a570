import { lstatSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, resolve, sep } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { isWithin } from '../../disk/is-within'
import type { FlowWords } from '../commands/command'
import type { Flow, Workspace } from '../language/flow'
import { statOf } from '../language/flow-files'
import { compileGlob, reachesBelow } from '../language/glob'
import { whileFew, type Problem } from '../language/problem'
import { FlowReader, readFlowFile } from './read-flow'
import { parseWorkspace, plainWorkspace } from '../language/workspace'

/** What is read, and which of it. */
export interface CheckOptions {
  /** Files and folders as the user wrote them, relative to `from`. */
  readonly paths: readonly string[]
  /** The folder that the user is in, absolute. */
  readonly from: string
  /** Whether no config.yaml above `from` is looked for. */
  readonly isBounded?: boolean
  readonly words: FlowWords
  /** Beside those of `config.yaml`. */
  readonly includeTags?: readonly string[]
  readonly excludeTags?: readonly string[]
  /** Names of folders that hold results of runs, at the top of what is read. */
  readonly leaveOut?: readonly string[]
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
const mostEntries = 100_000
const mostDeep = 10
const mostProblems = 1000
const configs = ['config.yaml', 'config.yml']
const stem = (file: string) => basename(file, extname(file))
const isFlowFile = (name: string) => ['.yaml', '.yml'].includes(extname(name).toLowerCase())

/** Reads flows and everything that they name, and finds all mistakes of all files. Never throws for what a file holds. */
export async function checkFlows({ paths, words, ...choice }: CheckOptions): Promise<Checked> {
  const problems = new Map<string, Problem>()
  const report = (problem: Problem) => {
    const { file, line, column } = problem.place
    if (problems.size < mostProblems) problems.set(`${file}:${line}:${column}:${problem.message}`, problem)
  }
  const reader = new FlowReader({ words, report })
  const flows = new Map<string, CheckedFlow>()
  const { from } = choice
  for (const path of paths) {
    const read = statOf(resolve(from, path))?.isDirectory() ? readFolder : readFile
    for await (const each of read(resolve(from, path), path, reader, report, choice))
      flows.set(join(each.flow.folder, basename(each.flow.file)), each)
  }
  return { flows: [...flows.values()], problems: [...problems.values()] }
}

type Choice = Omit<CheckOptions, 'paths' | 'words'>
type Reading = (
  path: string,
  shown: string,
  reader: FlowReader,
  report: (problem: Problem) => void,
  choice: Choice,
) => AsyncGenerator<CheckedFlow>

const readFile: Reading = async function* (path, shown, reader, report, choice) {
  const root = rootOf(dirname(path), choice)
  const shownRoot = join(dirname(shown), relative(dirname(path), root))
  const workspace = readWorkspace(root, shownRoot, report)
  await setImmediate()
  const flow = reader.flow(path, shown, root)
  if (flow && isChosen(flow, plainWorkspace, choice))
    yield { flow, env: workspace.env, continueOnFailure: true }
}

/** The folder that a flow in `folder` may name files of: the nearest with a config.yaml, or the one that the user is in. */
function rootOf(
  folder: string,
  { from, isBounded = false }: Pick<CheckOptions, 'from' | 'isBounded'>,
): string {
  for (let at = folder; ; at = dirname(at)) {
    if (configOf(at) !== undefined) return at
    if (dirname(at) === at || (isBounded && at === from)) return isWithin(from, folder) ? from : folder
  }
}

/** How the mistake of a folder without flows begins. */
export const withoutFlows = 'the folder has no flows'
const withoutFlowsAtTop = `${withoutFlows} at its top. For those below, write config.yaml with flows: ["**"]`

/** Lists the flow files of a folder, relative to it, without reading them. @param folder absolute */
export async function listFlows(folder: string, leaveOut: readonly string[]): Promise<string[]> {
  const ignore = () => undefined
  const chosen = await chooseFiles(folder, '.', readWorkspace(folder, '.', ignore), { leaveOut }, ignore)
  return chosen.map((file) => join(file))
}

/** Chooses the flow files of a folder by its globs. */
async function chooseFiles(
  folder: string,
  shown: string,
  workspace: Workspace,
  choice: Pick<CheckOptions, 'leaveOut'>,
  report: (problem: Problem) => void,
): Promise<string[]> {
  const globs = workspace.flows.map(compileGlob)
  const place = { file: shown, line: 1, column: 1 }
  // What no glob reaches is not looked at: its size and its closed folders stop no run.
  const deepest = workspace.flows.some(reachesBelow) ? mostDeep : 0
  const files = await filesBelow(folder, shown, { ...choice, deepest }, report)
  const chosen = files.filter((file) => globs.some((fits) => fits(file)))
  if (chosen.length === 0)
    report({ place, message: files.length === 0 && deepest > 0 ? withoutFlows : withoutFlowsAtTop })
  return chosen
}

const readFolder: Reading = async function* (folder, shown, reader, report, choice) {
  const workspace = readWorkspace(folder, shown, report)
  const chosen = await chooseFiles(folder, shown, workspace, choice, report)
  const flows: Flow[] = []
  // A flow that is not chosen, or has mistakes, may still be named in executionOrder.
  const known = new Set(chosen.map(stem))
  for (const file of chosen) {
    // Other work of the program goes on between two files.
    await setImmediate()
    const flow = reader.flow(join(folder, file), join(shown, file), folder)
    if (flow) known.add(flow.name)
    if (flow && isChosen(flow, workspace, choice)) flows.push(flow)
  }
  for (const { name, place: at } of workspace.executionOrder.flowsOrder)
    if (!known.has(name))
      report({ place: at, message: `executionOrder.flowsOrder: no flow has the name ${name}` })
  yield* inOrder(flows, workspace)
}

// A link that leads nowhere is a mistake, too.
const configOf = (folder: string) =>
  configs.find((each) => statOf(join(folder, each), lstatSync)?.isDirectory() === false)

function readWorkspace(folder: string, shown: string, report: (problem: Problem) => void): Workspace {
  const name = configOf(folder)
  if (name === undefined) return plainWorkspace
  const text = readFlowFile(join(folder, name), join(shown, name), report)
  const read = (tell: typeof report) => parseWorkspace(text ?? '', join(shown, name), tell)
  return whileFew(report, read) ?? plainWorkspace
}

/** A search for flow files. */
interface Search {
  readonly paths: string[]
  /** How many folders below the first one it goes. */
  readonly deepest: number
  /** How many files and folders were looked at. */
  entries: number
  refuse(folder: string, message: string): void
}

/** Returns the flow files of a folder in the order of their paths: relative to it and with / between the parts. */
async function filesBelow(
  folder: string,
  shown: string,
  { leaveOut, deepest }: Pick<CheckOptions, 'leaveOut'> & Pick<Search, 'deepest'>,
  report: (problem: Problem) => void,
): Promise<string[]> {
  const refuse = (path: string, message: string) =>
    report({ place: { file: join(shown, relative(folder, path)), line: 1, column: 1 }, message })
  const search: Search = { paths: [], deepest, entries: 0, refuse }
  await findFiles(folder, search, leaveOut)
  if (search.paths.length > mostFiles) refuse(folder, `a folder of flows has ${mostFiles} files at most`)
  if (search.entries > mostEntries)
    refuse(folder, `the folder has more than ${mostEntries} entries. Put the flows into one of their own`)
  return search.paths
    .slice(0, mostFiles)
    .map((path) => relative(folder, path).split(sep).join('/'))
    .sort()
}

/** Finds flow files, a folder's own before those below it: a limit leaves out what is deep. Links are not followed. */
async function findFiles(
  folder: string,
  search: Search,
  leaveOut: readonly string[] = [],
  depth = 0,
): Promise<void> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(
    ({ code = '' }: NodeJS.ErrnoException) => {
      search.refuse(folder, `the folder can’t be read: ${code}`)
      return []
    },
  )
  const left = ['node_modules', ...configs, ...leaveOut]
  const kept = entries.filter(({ name }) => !name.startsWith('.') && !left.includes(name))
  const sorted = kept.sort(
    (one, other) =>
      Number(one.isDirectory()) - Number(other.isDirectory()) || (one.name < other.name ? -1 : 1),
  )
  for (const entry of sorted) {
    search.entries += 1
    if (search.entries > mostEntries) return
    const path = join(folder, entry.name)
    if (entry.isDirectory() && depth < search.deepest) await findFiles(path, search, [], depth + 1)
    else if (entry.isFile() && isFlowFile(entry.name)) search.paths.push(path)
  }
}

/** A flow has one of the tags that are asked for, of both the folder's and the user's, and none that is excluded. */
function isChosen(
  { tags }: Flow,
  workspace: Workspace,
  { includeTags = [], excludeTags = [] }: Pick<Choice, 'includeTags' | 'excludeTags'>,
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
    ({ name }) => flows.find((flow) => flow.name === name || stem(flow.file) === name) ?? [],
  )
  const rest = flows.filter((flow) => !first.includes(flow))
  return [
    ...[...new Set(first)].map((flow) => ({ flow, env, continueOnFailure })),
    ...rest.map((flow) => ({ flow, env, continueOnFailure: true })),
  ]
}
