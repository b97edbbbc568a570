import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { onTestFinished } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { checkFlows, type CheckOptions } from '../../../../src-main/core/flows/reading/check'
import type { FlowWords } from '../../../../src-main/core/flows/commands/command'
import type { CommandName, StepOf } from '../../../../src-main/core/flows/commands/commands'
import { problemLine } from '../../../../src-main/core/flows/language/problem'
import { parseFlow } from '../../../../src-main/core/flows/reading/read-flow'

export const shipped = vocabularySchema.parse(vocabulary)

/** Reads a flow's text without a file. */
export function read(text: string, words: FlowWords = shipped) {
  const problems: string[] = []
  const flow = parseFlow(text, {
    file: 'a.yaml',
    folder: '/',
    root: '/',
    words,
    report: (problem) => problems.push(problemLine(problem)),
    include: () => null,
  })
  return { flow, problems }
}

/** The one step of a flow that has no mistakes. */
export function step<Command extends CommandName>(command: Command, text: string) {
  const { flow, problems } = read(text)
  const found = flow.steps.find((each) => each.command === command) as StepOf<Command> | undefined
  if (problems.length > 0 || !found) throw new Error(problems.join('\n') || `no ${command}`)
  return found
}

/** A folder with files, by their paths in it; removed after the test. */
export function folderOf(files: Readonly<Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'fleetwall-flows-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), text)
  }
  return folder
}

/** Checks files and folders of `from`. */
export async function check(from: string, options: Partial<CheckOptions> = {}) {
  const { flows, problems } = await checkFlows({ paths: ['.'], from, words: shipped, ...options })
  return { flows, names: flows.map(({ flow }) => flow.name), problems: problems.map(problemLine) }
}
