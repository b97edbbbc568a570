import { rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import vocabulary from '../../../../resources/vocabulary.json'
import { vocabularySchema } from '../../../../src-shared/protocol/vocabulary'
import { flowEnv, innerEnv } from '../../../../src-main/core/flows/language/env'
import { reportName, resolveFile } from '../../../../src-main/core/flows/language/flow-files'
import { readTemplate } from '../../../../src-main/core/flows/language/read-template'
import { check, folderOf } from './read'

const tagged = (...tags: string[]) => `tags: [${tags.join(', ')}]\n---\n- scroll\n`

describe('a folder of flows', () => {
  it('has the files at its top in the order of their paths, without config.yaml', async () => {
    const folder = folderOf({
      'b.yaml': '- scroll',
      'a.yml': '- scroll',
      'c/d.yaml': '- scroll',
      'x.txt': 'no',
    })
    expect(await check(folder)).toMatchObject({ names: ['a', 'b'], problems: [] })
  })

  it('has those of its folders among its own, in the order of their paths', async () => {
    const folder = folderOf({
      'config.yaml': 'flows: "**"',
      'a.yaml': '- scroll',
      'b/c.yaml': '- scroll',
      'd.yaml': '- scroll',
    })
    expect(await check(folder)).toMatchObject({ names: ['a', 'c', 'd'], problems: [] })
  })

  it('has what config.yaml chooses, in its order and with its env', async () => {
    const folder = folderOf({
      'config.yaml':
        'flows: ["**"]\nincludeTags: smoke\nexcludeTags: [slow]\nenv: {A: config}\nexecutionOrder: {flowsOrder: [last, b], continueOnFailure: false}',
      'a.yaml': tagged('smoke'),
      'b.yaml': tagged('smoke', 'x'),
      'c.yaml': tagged('smoke', 'slow'),
      'd/e.yaml': tagged(),
      'd/f.yaml': `name: last\n${tagged('smoke')}`,
    })
    const { names, flows, problems } = await check(folder)
    expect([names, problems]).toEqual([['last', 'b', 'a'], []])
    expect(flows.map(({ continueOnFailure, env }) => [continueOnFailure, env['A']])).toEqual([
      [false, 'config'],
      [false, 'config'],
      [true, 'config'],
    ])
    expect((await check(folder, { excludeTags: ['x'] })).names).toEqual(['last', 'a'])
    expect((await check(folder, { includeTags: ['x'] })).names).toEqual(['b'])
  })

  it('tells the mistakes of all its files at once, each file’s once', async () => {
    const folder = folderOf({
      'config.yaml': 'flow: x\nexecutionOrder: {flowsOrder: [gone]}',
      'a.yaml': '- scrol\n- runFlow: sub/s.yaml',
      'b.yaml': '- runFlow: sub/s.yaml',
      'sub/s.yaml': '- tapOn: {id: x}',
      'c.yaml': '- scroll',
    })
    const { problems } = await check(folder)
    expect(problems).toEqual([
      'config.yaml:1:1: flow is not known here. Did you mean flows?',
      'a.yaml:1:3: scrol isn’t a command. Did you mean scroll?',
      'sub/s.yaml:1:11: tapOn: id can’t be used: a phone that is only seen has no element tree. Use a text, an image or a point',
    ])
  })

  it.each([
    ['nothing', {}, 'the folder has no flows'],
    ['flows below alone', { 'a/b.yaml': '- scroll' }, 'write config.yaml with flows: ["**"]'],
    ['no ---', { 'a.yaml': 'appId: x\n- scroll' }, 'a.yaml:2:1: a line --- is missing before the commands'],
    ['nothing to type', { 'a.yaml': '- inputText:' }, 'a.yaml:1:13: inputText: text is missing'],
    ['a value too many', { 'a.yaml': '- pasteText: x' }, 'a.yaml:1:14: pasteText takes no value'],
    [
      'a value for a map',
      { 'a.yaml': '- extendedWaitUntil: A' },
      'extendedWaitUntil: the value must be a map of options, not A',
    ],
    ['a wait', { 'a.yaml': '- sleep: 3' }, 'Use waitForAnimationToEnd or extendedWaitUntil'],
    [
      'a time of an assertion',
      { 'a.yaml': '- assertVisible: {text: A, timeout: 3000}' },
      'assertVisible: timeout can’t be used: its time is fixed. Use extendedWaitUntil for longer',
    ],
    [
      'no key to go back',
      { 'a.yaml': '- pressKey: back' },
      'a.yaml:1:13: pressKey: key: the vocabulary has no key BrowserBack',
    ],
    [
      'a circle',
      { 'a.yaml': '- runFlow: b.yaml', 'b.yaml': '- runFlow: a.yaml' },
      'b.yaml:1:12: runFlow: file: a.yaml includes itself',
    ],
    [
      'a file that is missing',
      { 'a.yaml': '- runFlow: b.yaml' },
      'a.yaml:1:12: runFlow: file: b.yaml not found in the flow’s folder',
    ],
    [
      'a way out',
      { 'a.yaml': '- runFlow: ../b.yaml' },
      'a.yaml:1:12: runFlow: file: ../b.yaml is outside of the flow’s folder',
    ],
    ['a large file', { 'a.yaml': `# ${'x'.repeat(100_000)}` }, 'a file of a flow has 100 kB at most'],
    ['a strange text', { 'a.yaml': Buffer.from([0xff, 0xfe, 0xff]) as unknown as string }, 'not UTF-8 text'],
  ])('is refused with %s', async (_, files, problem) => {
    const { problems } = await check(folderOf(files))
    expect(problems.join('\n')).toContain(problem)
  })

  it('tells a hundred mistakes of a file, and that there may be more', async () => {
    const { problems } = await check(folderOf({ 'a.yaml': '- scrol\n'.repeat(300) }))
    expect(problems).toHaveLength(101)
    expect(problems.at(-1)).toBe('a.yaml:100:3: more mistakes may follow')
  })

  it('looks no further in a file with a hundred mistakes', async () => {
    let looks = 0
    const words = {
      get keys() {
        looks += 1
        return vocabulary.keys
      },
      presets: vocabulary.presets,
      morePresets: vocabulary.morePresets,
      modifiers: vocabulary.modifiers,
    }
    const folder = folderOf({
      'config.yaml': `env: {${Array.from({ length: 5000 }, (_, index) => `a-${index}: x`).join()}}`,
      'a.yaml': '- pressKey: x\n'.repeat(5000),
      'b.yaml': `- tapOn: {${Array.from({ length: 9000 }, (_, index) => `k${index}`).join()}}`,
      'c.yaml': '- pressKey: Enter\n- scrol',
    })
    const { problems } = await check(folder, {
      words: { ...words, automationLaunch: vocabularySchema.parse(vocabulary).automationLaunch },
    })
    const of = (file: string) => problems.filter((line) => line.startsWith(file)).length
    expect(['config.yaml', 'a.yaml', 'b.yaml', 'c.yaml'].map(of)).toEqual([101, 101, 101, 1])
    expect(looks).toBeLessThan(250)
  })

  it('lets no link lead out of it', async () => {
    const outside = folderOf({ 'secret.txt': 'secret', 'b.yaml': '- scroll' })
    const folder = folderOf({
      'a.yaml': '- addMedia: [x/secret.txt]\n- runFlow: y.yaml\n- assertScreenshot: x/new.png',
    })
    symlinkSync(outside, join(folder, 'x'))
    symlinkSync(join(outside, 'b.yaml'), join(folder, 'y.yaml'))
    const { problems } = await check(folder)
    expect(problems).toEqual([
      'a.yaml:1:14: addMedia: files: x/secret.txt is outside of the flow’s folder. Name a folder that holds both',
      'a.yaml:2:12: runFlow: file: y.yaml is outside of the flow’s folder. Name a folder that holds both',
      'a.yaml:3:21: assertScreenshot: path: x/new.png is outside of the flow’s folder. Name a folder that holds both',
    ])
  })

  it('has its good flows beside those that lead nowhere', async () => {
    const long = `${'n'.repeat(300)}.yaml`
    const folder = folderOf({
      'a.yaml': '- scroll',
      'b.yaml': `- runFlow: ${long}\n- runFlow: a.yaml/x.yaml\n- runFlow: loop`,
    })
    for (const name of ['config.yaml', 'loop']) symlinkSync(name, join(folder, name))
    const { names, problems } = await check(folder)
    expect(names).toEqual(['a'])
    expect(problems).toEqual([
      'config.yaml:1:1: the file can’t be read: ELOOP',
      ...[long, 'a.yaml/x.yaml', 'loop'].map(
        (name, index) => `b.yaml:${index + 1}:12: runFlow: file: ${name} not found in the flow’s folder`,
      ),
    ])
    expect((await check(folder, { paths: [long] })).problems).toContain(
      `${long}:1:1: the file can’t be read: ENAMETOOLONG`,
    )
  })

  it('has no flows of the folder of results at its top', async () => {
    const folder = folderOf({
      'config.yaml': 'flows: "**"',
      'a/results/a.yaml': '- scroll',
      'results/b.yaml': '- scroll',
    })
    expect(await check(folder, { leaveOut: ['results'] })).toMatchObject({ names: ['a'], problems: [] })
  })

  it('lets flows of its folders name files of other ones', async () => {
    const folder = folderOf({
      'config.yaml': 'flows: "login/*"',
      'login/a.yaml': '- runFlow: ../parts/p.yaml',
      'parts/p.yaml': 'env: {X: 1}\n---\n- addMedia: ../pictures/a.png',
      'pictures/a.png': '',
    })
    const { flows, problems } = await check(folder)
    expect(problems).toEqual([])
    expect(flows[0]?.flow.steps[0]).toMatchObject({
      file: 'parts/p.yaml',
      body: { steps: [{ command: 'addMedia' }] },
    })
    expect((await check(folder, { paths: ['login/a.yaml'] })).problems).toEqual([])
  })
})

it('lets a single flow name files of the config.yaml’s folder, or else the user’s', async () => {
  const folder = folderOf({
    'config.yaml': 'flows: "w/**"\nenv: {A: top}',
    'w/f/deep/a.yaml': '- runFlow: ../../p.yaml',
    'w/p.yaml': '- scroll',
    'w/out.yaml': '- runFlow: ../../p.yaml',
  })
  const of = (from: string, ...paths: readonly string[]) => check(join(folder, from), { paths })
  const topped = { problems: [], flows: [{ env: { A: 'top' } }] }
  expect(await of('.', 'w/f/deep/a.yaml')).toMatchObject(topped)
  expect(await of('w/f/deep', 'a.yaml')).toMatchObject(topped)
  expect((await of('w', 'out.yaml')).problems).toEqual([
    'out.yaml:1:12: runFlow: file: ../../p.yaml is outside of the flow’s folder. Name a folder that holds both',
  ])
  const bounded = { paths: ['f/deep/a.yaml'], isBounded: true }
  expect(await check(join(folder, 'w'), bounded)).toMatchObject({ problems: [], flows: [{ env: {} }] })
  rmSync(join(folder, 'config.yaml'))
  expect((await of('w', 'f/deep/a.yaml')).problems).toEqual([])
  expect((await of('w/f', 'deep/a.yaml')).problems).toHaveLength(1)
  expect((await of('w/f', join(folder, 'w/p.yaml'))).problems).toEqual([])
  writeFileSync(join(folder, 'w/config.yaml'), 'no: 1')
  expect((await of('w/f', 'deep/a.yaml')).problems).toEqual([
    expect.stringMatching(/^\.\.\/config\.yaml:1:1: /),
  ])
})

it('reads single files, and says which are missing', async () => {
  const folder = folderOf({ 'f/config.yaml': 'env: {A: x}\nincludeTags: none', 'f/a.yaml': '- scroll' })
  const { flows, problems } = await check(folder, { paths: ['f/a.yaml', 'f/b.yaml', 'f/a.yaml'] })
  expect(flows).toMatchObject([{ flow: { name: 'a', file: 'f/a.yaml' }, env: { A: 'x' } }])
  expect(problems).toEqual(['f/b.yaml:1:1: no such file or folder'])
})

it('lets --env win over config.yaml, and that over a header', () => {
  const header = { A: readTemplate('header'), B: readTemplate('header'), C: readTemplate('${A} ${B}') }
  const names = { env: { FLEETWALL_PHONE_NAME: 'Aster' }, output: new Map(), fleetwall: {} }
  const env = flowEnv(header, { A: 'config', B: 'config' }, { A: 'given' }, names)
  expect(env).toEqual({ FLEETWALL_PHONE_NAME: 'Aster', A: 'given', B: 'config', C: 'given config' })
  const inner = innerEnv(
    { B: readTemplate('${B}!') },
    { A: readTemplate('sub'), D: readTemplate('sub') },
    { ...names, env },
  )
  expect(inner).toMatchObject({ A: 'given', B: 'config!', D: 'sub' })
})

it('keeps a path inside the folder when its names are filled', () => {
  const root = folderOf({ 'kept/a.png': '' })
  const file = { folder: root, root, path: readTemplate('kept/${NAME}.png') }
  const path = (NAME: string) => resolveFile(file, { env: { NAME }, output: new Map(), fleetwall: {} })
  expect(path('a')).toBe(join(root, 'kept/a.png'))
  expect(() => path('../../x')).toThrow('outside of the flow’s folder')
})

it.each(['../x', 'a/../b', '.x', 'a\\b', 'a:b', '', 'a.', 'x'.repeat(201)])(
  'isn’t a name for a file of the report: %j',
  (name) => {
    expect(() => reportName(name)).toThrow('isn’t a name for a file of the report')
  },
)

it('takes words, spaces and folders as names in the report', () => {
  expect(reportName('./after note/Aster 01, größer.v2')).toBe('after note/Aster 01, größer.v2')
})
