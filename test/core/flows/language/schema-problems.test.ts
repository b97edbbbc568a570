import { describe, expect, it } from 'vitest'
import { commands } from '../../../../src-main/core/flows/commands/commands'
import { published } from '../../../../src-main/core/flows/reading/flow-schema'
import { headerSchema } from '../../../../src-main/core/flows/reading/read-flow'
import { parseWorkspace, workspaceSchema } from '../../../../src-main/core/flows/language/workspace'
import type { Problem } from '../../../../src-main/core/flows/language/problem'
import { check, folderOf, read } from '../reading/read'

/** The mistakes of a flow or a config.yaml: `line: message`. */
const inFlow = (text: string) => read(text).problems.map((line) => line.replace(/^a\.yaml:(\d+):\d+/, '$1'))
function inConfig(text: string) {
  const problems: Problem[] = []
  parseWorkspace(text, 'config.yaml', (problem) => problems.push(problem))
  return problems.map(({ place, message }) => `${place.line}: ${message}`)
}

// Each key stands on line 2 and its value on line 3.
const places = [
  ...Object.entries(commands).map(([name, { schema }]) => ({
    name,
    schema,
    of: (options: string) => inFlow(`- ${name}:\n${options}`),
    says: `${name}: `,
  })),
  {
    name: 'header',
    schema: headerSchema,
    of: (options: string) => inFlow(`#\n${options.replaceAll(/^ {4}/gm, '')}---\n- scroll`),
    says: '',
  },
  {
    name: 'config',
    schema: workspaceSchema,
    of: (options: string) => inConfig(`#\n${options.replaceAll(/^ {4}/gm, '')}`),
    says: '',
  },
]

describe.each(places)('of $name', ({ schema, of, says }) => {
  const value = (key: string, written: string) => of(`    ${key}:\n      ${written}\n`)
  const keys = Object.entries(published(schema).properties ?? {})

  it('each key is named where its value has the wrong type', () => {
    for (const [key] of keys)
      for (const wrong of ['- - - x', '{ wrong: [x] }', '{}']) {
        const problems = value(key, wrong)
        const named = problems.filter((line) => line.startsWith(`3: ${says}${key}`))
        const isRight = ['env', 'executionOrder'].includes(key) && wrong === '{}'
        if (!isRight) expect(named, `${key} ${wrong}: ${problems.join('\n')}`).not.toEqual([])
      }
  })

  it('each value of a wrong kind has one sentence of our own', () => {
    for (const [key] of keys)
      for (const wrong of ['[]', '{}', '', '[[]]', '[{}]']) {
        const problems = value(key, wrong)
        const blamed = problems
          .filter((line) => !line.endsWith(' isn’t a command'))
          .map((line) => line.replace(/(: |:? )(is|must|can|Too) .*/, ''))
        expect(new Set(blamed).size, problems.join('\n')).toBe(blamed.length)
        expect(problems.join('\n'), key).not.toMatch(/Too (small|big)|Invalid|expected/)
      }
  })

  it('names each number that is too small, too large or not a number', () => {
    for (const [key, option] of keys) {
      const { type, maximum, minimum } = option as Record<string, unknown> & {
        maximum?: number
        minimum: number
      }
      if (maximum === undefined) continue
      expect(type).toBeDefined()
      const least = Math.min(0, minimum)
      for (const wrong of [String(least - 1), String(maximum + 1), '1e3', 'many'])
        expect(value(key, wrong)).toContainEqual(
          expect.stringMatching(
            new RegExp(`^3: ${says}${key} must be a (whole )?number from .* to ${maximum}, not ${wrong}$`),
          ),
        )
    }
  })

  it('each key is named that is needed and missing, at the command', () => {
    for (const key of published(schema).required ?? [])
      expect(of('    label: a\n')).toContain(`1: ${says}${key} is missing`)
  })

  it('a key that is not known is named at its place', () => {
    expect(of('    wrong: x\n')).toContainEqual(expect.stringContaining(`2: ${says}wrong is not known`))
  })
})

it('says of a long list where a text is needed only that', () => {
  const problems = inFlow(`- pressKey: [${Array(1001).fill('x').join(',')}]`)
  expect(problems).toEqual(['1: pressKey: key must be a text, not a list'])
})

it('names the file, key or name that only the whole can judge', async () => {
  const folder = folderOf({
    'config.yml': 'executionOrder:\n  flowsOrder: [a,\n    gone]\n',
    'a.yaml': [
      '- tapOn: { image: no.png }',
      '- addMedia: { files: [a.yaml, no.png] }',
      '- repeat: { while: { notVisible: { image: no.png } }, commands: [scroll] }',
      '- runFlow: { when: { visible: { image: no.png } }, file: no.yaml }',
      '- scrollUntilVisible: { element: { image: ../a } }',
      '- swipe: { direction: up, from: { image: no.png } }',
      '- startRecording: { path: ../a }',
      '- assertTrue: ${1 +}',
      '- runFlow: { commands: [scroll], env: { A-B: x } }',
      '- retry: { commands: [[scroll]] }',
    ].join('\n'),
  })
  const none = (file: string) => `${file} not found in the flow’s folder`
  expect((await check(folder)).problems).toEqual([
    `a.yaml:1:19: tapOn: image: ${none('no.png')}`,
    `a.yaml:2:31: addMedia: files: ${none('no.png')}`,
    `a.yaml:3:43: repeat: while.notVisible.image: ${none('no.png')}`,
    `a.yaml:4:58: runFlow: file: ${none('no.yaml')}`,
    expect.stringMatching(/^a.yaml:5:43: scrollUntilVisible: element.image: \.\.\/a is outside/),
    `a.yaml:6:42: swipe: from.image: ${none('no.png')}`,
    expect.stringMatching(/^a.yaml:7:27: startRecording: path: \.\.\/a isn’t a name/),
    expect.stringMatching(/^a.yaml:8:15: assertTrue: condition: /),
    'a.yaml:9:41: runFlow: env.A-B: a name has letters, digits and _',
    'a.yaml:10:23: retry: commands: a command is needed here, not a list',
    'config.yml:3:5: executionOrder.flowsOrder: no flow has the name gone',
  ])
})
