import { describe, expect, it } from 'vitest'
import { read } from './read'

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

  it('is the same with the line ends of Windows', () => {
    const text = 'name: Send\nenv: {A: x}\n---\n- inputText: |\n    one\n    two\n- scrol\n'
    const [unix, windows] = [read(text), read(text.replaceAll('\n', '\r\n'))]
    expect(windows.problems).toEqual(unix.problems)
    expect(JSON.stringify(windows.flow.steps)).toBe(JSON.stringify(unix.flow.steps))
    expect(JSON.stringify(unix.flow.steps)).toContain(String.raw`one\ntwo`)
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
})
