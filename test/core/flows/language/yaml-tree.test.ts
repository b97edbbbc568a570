import { expect, it } from 'vitest'
import { read } from '../reading/read'

const only = (text: string) => read(text).problems

it('is refused when it is nested so deeply that a parser would fail', () => {
  const deep = 'the file is nested more than 40 deep'
  for (const text of ['['.repeat(30_000), `- ${'{a: '.repeat(60)}${'}'.repeat(60)}`, '- '.repeat(20_000)])
    expect(only(text).join()).toContain(deep)
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
