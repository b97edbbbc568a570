import type { CaseResult, RunResult, StepResult } from '../run/run-result'
import { escapeText } from './escape'

/**
 * Writes a run as JUnit XML, as Jenkins, GitLab and GitHub read it: one suite a phone, one test case a flow. A case has no
 * properties in that schema: its suite has those of all its cases, and each case's own stand in its output. There stands, too,
 * what steps say that did not fail, such as the seed of a random text: only a failure has a place for a message.
 * @param pathOf gives the path of an attachment as it is written
 * @returns the file in parts: a long run's is longer than a string can be
 */
export function* writeJunit(run: RunResult, pathOf: (relative: string) => string): Generator<string> {
  const phones = new Set(run.cases.map(({ phone }) => phone.id))
  const { tests, failures, errors } = counts(run.cases)
  yield '<?xml version="1.0" encoding="UTF-8"?>\n'
  yield `<testsuites name="fleetwall" ${attributes({ tests, failures, errors, time: seconds(run.ms) })}>\n`
  for (const id of phones)
    yield* suite(
      run.cases.filter(({ phone }) => phone.id === id),
      pathOf,
    )
  yield '</testsuites>\n'
}

function counts(cases: readonly CaseResult[]) {
  const of = (verdict: CaseResult['verdict']) => cases.filter((each) => each.verdict === verdict).length
  return { tests: cases.length, failures: of('failed'), errors: 0, skipped: of('stopped') }
}

function* suite(cases: readonly CaseResult[], pathOf: (relative: string) => string): Generator<string> {
  const [first] = cases
  if (!first) return
  const { phone } = first
  const time = seconds(cases.reduce((sum, { ms }) => sum + ms, 0))
  const timestamp = new Date(Math.min(...cases.map(({ startedAt }) => startedAt))).toISOString().slice(0, 19)
  yield `  <testsuite ${attributes({ name: phone.name, ...counts(cases), time, timestamp })}>\n`
  const own = {
    'phone.id': phone.id,
    'phone.name': phone.name,
    'spent.actions': String(cases.reduce((sum, { spentActions }) => sum + spentActions, 0)),
    tries: String(cases.reduce((sum, { tries }) => sum + tries, 0)),
  }
  yield `${properties(own, '    ')}\n`
  for (const each of cases) yield `${testCase(each, pathOf)}\n`
  yield '  </testsuite>\n'
}

function testCase(result: CaseResult, pathOf: (relative: string) => string): string {
  const { flow, file, ms, failure, verdict, spentActions, tries } = result
  const lines = [`    <testcase ${attributes({ name: flow, classname: file, time: seconds(ms) })}>`]
  if (failure && verdict === 'failed') {
    const { step, expected, seen, message, place } = failure
    const parts = [
      ...(step === null ? [] : [step]),
      ...(expected === null ? [message] : [`expected ${expected}`]),
      ...(seen === null ? [] : [`seen ${seen}`]),
    ]
    const at = place ? [`${place.file}:${place.line}:${place.column}`] : []
    const text = [message, ...at].join('\n')
    const type = step === null ? 'not-run' : 'step'
    lines.push(
      `      <failure ${attributes({ message: parts.join(': '), type })}>${escapeText(text)}</failure>`,
    )
  }
  if (verdict === 'stopped')
    lines.push(`      <skipped ${attributes({ message: failure?.message ?? 'The run was stopped.' })}/>`)
  const pictures = [
    ...result.steps.flatMap((step) => step.pictures),
    ...(failure?.frame ? [failure.frame] : []),
  ]
  const output = [
    ...pictures.map((path) => `[[ATTACHMENT|${pathOf(path)}]]`),
    `[[PROPERTY|spent.actions=${spentActions}]]`,
    `[[PROPERTY|tries=${tries}]]`,
    ...result.steps.flatMap(messageOf),
  ]
  lines.push(`      <system-out>${output.map(escapeText).join('\n')}</system-out>`)
  return [...lines, '    </testcase>'].join('\n')
}

/** What a step says that did not fail its case. Brackets stay apart: two would begin an attachment. */
function messageOf({ number, title, state, message }: StepResult): string[] {
  if (message === null || (state !== 'passed' && state !== 'warned')) return []
  return [`${number} ${title}: ${message}`.replaceAll(/\s+/g, ' ').replaceAll(/\[(?=\[)/g, '[ ')]
}

function properties(values: Record<string, string>, indent: string): string {
  const all = Object.entries(values).map(
    ([name, value]) => `${indent}  <property ${attributes({ name, value })}/>`,
  )
  return [`${indent}<properties>`, ...all, `${indent}</properties>`].join('\n')
}

const attributes = (values: Record<string, string | number>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name}="${escapeText(String(value))}"`)
    .join(' ')

const seconds = (ms: number): string => (ms / 1000).toFixed(3)
