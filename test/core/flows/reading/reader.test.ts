import { describe, expect, it } from 'vitest'
import { fill } from '../../../../src-main/core/flows/language/evaluate'
import { read, shipped, step } from './read'

const only = (text: string) => read(text).problems

describe('a flow', () => {
  it('has a header and commands, or commands alone', () => {
    const { flow } = read(
      'name: Send\ntags: smoke\nenv: {A: x}\nonFlowStart: [scroll]\n---\n- scroll\n- back: {}\n',
    )
    expect([flow.name, flow.tags, flow.env['A']?.source]).toEqual(['Send', ['smoke'], 'x'])
    expect([flow.onFlowStart.length, flow.steps.length]).toEqual([1, 1])
    expect(read('- scroll\n').flow).toMatchObject({ name: 'a', tags: [], steps: [{ command: 'scroll' }] })
  })

  it.each([
    ['', 'a.yaml:1:1: the file is empty'],
    ['# nothing\n', 'a.yaml:1:1: the file is empty'],
    ['---\n---\n', 'a.yaml:1:1: the file is empty'],
    ['name: a\n', 'a.yaml:1:1: the commands are missing: they stand below a line ---'],
    ['nmae: a\n---\n- scroll', 'a.yaml:1:1: nmae is not known here. Did you mean name?'],
    ['name: a\nname: b\n---\n- scroll', 'a.yaml:2:1: name is here twice'],
    ['- tapOn: { text: a, text: b }', 'a.yaml:1:21: tapOn: text is here twice'],
    ['- tapOn: { text: a, [a]: b }', 'a.yaml:1:21: tapOn: a key is a word'],
    ['- scroll\n---\n- scroll', 'a.yaml:3:1: expected at most a header, a line --- and a list of commands'],
    ['- tapOn: "x', 'a.yaml:1:12: not YAML: Missing closing "quote'],
    ['- &a scroll\n- *a', 'a.yaml:2:3: anchors and aliases can’t be used: use runFlow or env'],
    ['tapOn: x\n---\n- scroll', 'a.yaml:1:1: tapOn is not known here'],
  ])('says what is wrong with %j', (text, problem) => {
    expect(only(text)).toEqual([problem])
  })

  it('is refused when it is nested so deeply that a parser would fail', () => {
    const deep = 'the file is nested more than 40 deep'
    for (const text of ['['.repeat(30_000), `- ${'{a: '.repeat(60)}${'}'.repeat(60)}`, '- '.repeat(20_000)])
      expect(only(text).join()).toContain(deep)
  })
})

it('may be long, and is refused where its marks would take more than a moment', () => {
  expect(only('- tapOn: { text: "a", index: 0 }\n'.repeat(3000).slice(0, -1))).toHaveLength(1)
  expect(only('- tapOn: { text: "a", index: 0 }\n'.repeat(1200))).toEqual([])
  expect(only('- scroll\n'.repeat(11_000))).toEqual([])
  for (const shape of ['[,', '""', '}', '- a: b\n', '{a: b},', '[a: b\n', '["a":'])
    expect(only(shape.repeat(100_000 / shape.length))).toHaveLength(1)
  expect(only(`[${'a: b\n'.repeat(7000)}`)).not.toEqual([])
})

it('leaves the length of stacks as it was after thousands of mistakes in YAML', () => {
  const { stackTraceLimit } = Error
  expect(only(`- inputText: a\n${'  a\n'.repeat(15_000)}`)).toHaveLength(1)
  expect(Error.stackTraceLimit).toBe(stackTraceLimit)
})

it.each([
  ['- inputText: !foo a', 'a.yaml:1:19: the tag !foo'],
  ['- !!js/function scroll', 'a.yaml:1:17: the tag tag:yaml.org,2002:js/function'],
  ['- tapOn: !!map { text: a }', 'a.yaml:1:16: the tag'],
  ['- scroll\n- !<x> back', 'a.yaml:2:8: the tag x'],
  ['- scroll\n- inputText: a\0', 'a.yaml:2:15: not YAML: the control character U+0000'],
  ['- inputText: \u001Bx', 'a.yaml:1:14: not YAML: the control character U+001B'],
  ['- inputText: "a\\0b"', 'a.yaml:1:14: inputText: a text can’t hold the sign U+0000'],
  ['- addMedia: []', 'a.yaml:1:13: addMedia: files must be a file, or a list of files'],
])('refuses a tag or control character in %j with its place', (text, problem) => {
  expect(only(text)).toEqual([expect.stringContaining(problem)])
})

describe('a command', () => {
  it('may have its main option alone, and keeps texts as they are written', () => {
    expect(step('inputText', '- inputText: 007').text.source).toBe('007')
    expect(step('inputText', '- inputText: yes').text.source).toBe('yes')
    expect(step('tapOn', '- tapOn: Notes')).toMatchObject({
      selector: { kind: 'text', index: 0 },
      repeat: 1,
      delayMs: 100,
      optional: false,
      label: null,
      summary: 'tapOn Notes',
      place: { file: 'a.yaml', line: 1, column: 3 },
    })
    expect(step('swipe', '- swipe: left').way).toEqual({ kind: 'direction', direction: 'left', from: null })
    expect(step('eraseText', '- eraseText').characters).toBe(50)
    expect(step('waitForAnimationToEnd', '- waitForAnimationToEnd:').timeoutMs).toBe(15_000)
    expect(step('expectFrameRate', '- expectFrameRate: 12').atLeast).toBe(12)
    expect(step('launchAutomation', '- launchAutomation: account_status').kind).toBe('account_status')
  })

  it('takes label and optional', () => {
    const { label, optional } = step('scroll', '- scroll: { label: "Down we go", optional: true }')
    expect([label?.source, optional]).toEqual(['Down we go', true])
  })

  it('opens the header’s appId when launchApp stands alone', () => {
    expect(step('launchApp', 'appId: Notes\n---\n- launchApp').app.source).toBe('Notes')
    expect(only('- launchApp')).toEqual(['a.yaml:1:3: launchApp: appId is missing, and the header has none'])
  })

  it('reads expressions where a text or a number stands', () => {
    const { pattern } = step('copyTextFrom', '- copyTextFrom: "${NAME}.*"').selector
    expect(fill(pattern, { env: { NAME: 'Ada' }, output: new Map(), fleetwall: {} })).toBe('Ada.*')
    expect(step('repeat', '- repeat: { times: "${N}", commands: [scroll] }').times).toMatchObject({
      source: '${N}',
    })
  })

  it('finds keys in the vocabulary: a button of the phone wins', () => {
    const press = (key: string) => step('pressKey', `- pressKey: ${key}`).press
    expect(press('Home')).toEqual({ type: 'press', name: 'home' })
    expect(press('App Switcher')).toEqual({ type: 'press', name: 'app_switcher' })
    expect(press('enter')).toEqual({ type: 'key', key: 'enter' })
    expect(press('page_down')).toEqual({ type: 'key', key: 'page_down' })
    const words = { ...shipped, keys: { ...shipped.keys, BrowserBack: 'back' } }
    const { flow, problems } = read('- back\n- pressKey: back', words)
    expect(problems).toEqual([])
    expect(flow.steps).toMatchObject([{ press: { key: 'back' } }, { press: { key: 'back' } }])
  })

  it.each([
    ['- tapon: x', '1:3: tapon isn’t a command. Did you mean tapOn?'],
    ['- scrol', '1:3: scrol isn’t a command. Did you mean scroll?'],
    ['- tapOn', '1:3: tapOn needs text after it'],
    ['- tapOn:', '1:9: tapOn: text is missing'],
    ['- tapOn: {text: a, repaet: 2}', '1:20: tapOn: repaet is not known here. Did you mean repeat?'],
    ['- tapOn: {text: a, point: "1,1"}', '1:3: tapOn: one of text, image and point is needed, and only one'],
    [
      '- tapOn: {point: "101%,5%"}',
      '1:18: tapOn: point: 101%,5% is outside the screen: percentages go from 0 to 100',
    ],
    [
      '- tapOn: {point: "10%,5"}',
      '1:18: tapOn: point: 10%,5 isn’t a point: write "50%,90%", or pixels as "375,1200"',
    ],
    ['- tapOn: [a]', '1:10: tapOn: text must be a text, not a list'],
    ['- tapOn: x\n  label: y', '2:3: label needs a - of its own, or two blanks more before it'],
    ['- assertVisible: {point: "1,1"}', '1:19: assertVisible: point is not known here'],
    ['- scrollUntilVisible: {direction: DOWN}', '1:3: scrollUntilVisible: element is missing'],
    ['- repeat: {times: 2}', '1:3: repeat: commands is missing'],
    [
      '- repeat: {times: -1, commands: [scroll]}',
      '1:19: repeat: times must be a whole number from 0 to 10000, not -1',
    ],
    ['- repeat: {times: 2, commands: [scrol]}', '1:33: scrol isn’t a command. Did you mean scroll?'],
    ['- setAirplaneMode: on', '1:20: setAirplaneMode: value: on is neither enabled nor disabled'],
    ['- tapOn: {text: a, optional: maybe}', '1:30: tapOn: optional must be true or false, not maybe'],
    ['- swipe: {start: "1,1"}', '1:3: swipe: either start and end, or direction is needed'],
    [
      '- takeScreenshot: ../x',
      '1:19: takeScreenshot: path: ../x isn’t a name for a file of the report: use letters, digits, - and /',
    ],
    [
      '- addMedia: [/etc/hosts]',
      '1:14: addMedia: files: /etc/hosts must be relative to the flow’s folder, with / between its parts',
    ],
    [
      '- evalScript: output.x = 1',
      '1:15: evalScript: script: a script is one ${…}, as in ${output.name = 1}',
    ],
    ['- pressKey: Entr', '1:13: pressKey: key: the vocabulary has no key Entr. Did you mean Enter?'],
    [
      '- launchAutomation: dance',
      '1:21: launchAutomation: kind must be one of warm_up, account_status, list_accounts, not dance',
    ],
    [
      '- launchAutomation: {kind: warm_up, fields: {duration: 60}}',
      '1:56: launchAutomation: fields.duration: the vocabulary has no such field of warm_up. Did you mean duration_s?',
    ],
    [
      '- launchAutomation: {kind: list_accounts, fields: {duration_s: 60}}',
      '1:64: launchAutomation: fields.duration_s: the vocabulary has no such field of list_accounts',
    ],
    [
      '- launchAutomation: {kind: warm_up, fields: {duration_s: long}}',
      '1:58: launchAutomation: fields.duration_s: it needs a whole number of at least 1, not long',
    ],
    [
      '- launchAutomation: {kind: warm_up, fields: {duration_s: 0}}',
      '1:58: launchAutomation: fields.duration_s: it needs a whole number of at least 1, not 0',
    ],
    [
      '- launchAutomation: {kind: warm_up, fields: 60}',
      '1:45: launchAutomation: fields must be a map of names, not 60',
    ],
  ])('says what is wrong with %j', (text, problem) => {
    expect(only(text)).toEqual([`a.yaml:${problem}`])
  })

  it('tells all mistakes of a file at once', () => {
    expect(only('- scrol\n- tapOn: {id: a}\n- repeat: {times: x, commands: [backk]}')).toHaveLength(4)
  })
})
