import { describe, expect, it } from 'vitest'
import { fill } from '../../../../src-main/core/flows/language/evaluate'
import type { StepOf } from '../../../../src-main/core/flows/commands/commands'
import { read, shipped, step } from './read'

const only = (text: string) => read(text).problems

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
      summary: { source: 'tapOn Notes', parts: ['tapOn Notes'] },
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

  it('presses buttons, keys and chords by the vocabulary’s names', () => {
    const words = { ...shipped, morePresets: { torch: 'flash_light' } }
    const press = (value: string) => {
      const { flow, problems } = read(`- press: ${value}`, words)
      return problems[0] ?? (flow.steps[0] as StepOf<'press'>).pressed
    }
    expect(press('Home')).toEqual({ type: 'press', name: 'home' })
    expect(press('{ key: Home }')).toEqual({ type: 'key', key: 'home' })
    expect(press('torch')).toEqual({ type: 'press', name: 'flash_light' })
    expect(press('enter')).toEqual({ type: 'key', key: 'enter' })
    const chord = (...modifiers: string[]) => ({ type: 'press', modifiers, key: 'v' })
    for (const value of ['Meta+V', 'cmd + v', '{ modifiers: Meta, key: v }', '{ modifiers: [meta], key: v }'])
      expect(press(value)).toEqual(chord('cmd'))
    expect(press('Control+Shift+V')).toEqual(chord('ctrl', 'shift'))
    expect(press('Meta++')).toEqual({ ...chord('cmd'), key: '+' })
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
    ['- scroll: { notches: 201 }', '1:22: scroll: notches must be a whole number from -200 to 200, not 201'],
    ['- scroll: { point: "1,1" }', '1:3: scroll: notches is needed'],
    ['- path: ["1,1"]', '1:9: path: points: a line has 2 points at least'],
    [`- path: [${'"1,1",'.repeat(201)}]`, '1:9: path: points can have 200 entries at most'],
    ['- drag: { start: "1,1" }', '1:3: drag: end is missing'],
    ['- press: Mta+V', '1:10: press: press: the vocabulary has no modifier Mta. Did you mean Meta?'],
    ['- press: Meta+Entr', '1:10: press: press: the vocabulary has no key Entr. Did you mean Enter?'],
    [
      '- press: { name: torch }',
      '1:18: press: name: the vocabulary has no button torch. It has home, appSwitcher, lock, search',
    ],
    [
      '- press: { modifiers: [Meta] }',
      '1:3: press: a chord such as Meta+V, a name, or a key with or without modifiers is needed',
    ],
    [
      '- readClipboard: 1st',
      '1:18: readClipboard: output must be a name, as in email for ${output.email}, not 1st',
    ],
    [`- setName: ${'x'.repeat(65)}`, '1:12: setName: name: a name has 64 characters at most'],
    ['- setLabels: { add: a, replace: b }', '1:3: setLabels: either replace, or add and remove are needed'],
    [`- setLabels: [${'x,'.repeat(21)}]`, '1:3: setLabels: a phone has 20 labels at most'],
    [
      '- inputRandomNumber: { length: 1001 }',
      '1:32: inputRandomNumber: length must be a whole number from 0 to 1000, not 1001',
    ],
    ['- inputRandomEmail: x', '1:21: inputRandomEmail: the value must be a map of options, not x'],
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
