import { describe, expect, it } from 'vitest'
import { writeJunit } from '../../../../src-main/core/flows/reports/junit'
import type { StepResult } from '../../../../src-main/core/flows/run/run-result'
import { nasty, passed, run, runOf } from './case-results'
import { readXml, type Element } from './read-xml'

// The schema that Jenkins validates with (junit-10): what may stand in what, and with which attributes.
const schema: Record<string, { attributes: string[]; children: string[] }> = {
  testsuites: { attributes: ['name', 'time', 'tests', 'failures', 'errors'], children: ['testsuite'] },
  testsuite: {
    attributes: [
      'name',
      'tests',
      'failures',
      'errors',
      'time',
      'skipped',
      'timestamp',
      'hostname',
      'id',
      'package',
    ],
    children: ['testsuite', 'properties', 'testcase', 'system-out', 'system-err'],
  },
  properties: { attributes: [], children: ['property'] },
  property: { attributes: ['name', 'value'], children: [] },
  testcase: {
    attributes: ['name', 'time', 'classname', 'group'],
    children: ['skipped', 'error', 'failure', 'system-out', 'system-err'],
  },
  failure: { attributes: ['type', 'message'], children: [] },
  skipped: { attributes: ['type', 'message'], children: [] },
  'system-out': { attributes: [], children: [] },
}

function faultsOf(element: Element): string[] {
  const known = schema[element.name]
  if (!known) return [`${element.name} is unknown`]
  return [
    ...Object.keys(element.attributes)
      .filter((name) => !known.attributes.includes(name))
      .map((name) => `${element.name} ${name}`),
    ...element.children
      .filter(({ name }) => !known.children.includes(name))
      .map(({ name }) => `${element.name} > ${name}`),
    ...element.children.flatMap(faultsOf),
  ]
}
describe('the JUnit report', () => {
  const xml = readXml([...writeJunit(run, (path) => `out/${path}`)].join(''))

  it('is as the schema of Jenkins says', () => {
    expect(xml.name).toBe('testsuites')
    expect(faultsOf(xml)).toEqual([])
    for (const suite of xml.children) expect(suite.attributes['time']).toMatch(/^\d+\.\d{3}$/)
  })

  it('has one suite a phone and one case a flow', () => {
    expect(
      xml.children.map(({ attributes: { tests, failures, skipped } }) => [tests, failures, skipped]),
    ).toEqual([
      ['2', '1', '0'],
      ['1', '0', '1'],
    ])
    const cases = xml.children[0]?.children.filter(({ name }) => name === 'testcase') ?? []
    expect(cases.map(({ attributes }) => attributes)).toEqual([
      { name: 'a', classname: 'flows/a.yaml', time: '1.234' },
      { name: nasty.replace('\u0000', '\uFFFD'), classname: 'flows/b.yaml', time: '1.234' },
    ])
  })

  it('says which phone it was, what it spent, and how often it tried', () => {
    const [properties] = xml.children[0]?.children ?? []
    expect(properties?.children.map(({ attributes: { name, value } }) => [name, value])).toEqual([
      ['phone.id', 'dev_1'],
      ['phone.name', nasty.replace('\u0000', '\uFFFD')],
      ['spent.actions', '6'],
      ['tries', '3'],
    ])
  })

  it('says step, expected and seen, and attaches the frame', () => {
    const failure = xml.children[0]?.children[2]
    expect(failure?.children[0]?.attributes['message']).toBe(
      `assertVisible x: expected "x" visible: seen ${nasty.replace('\u0000', '\uFFFD')}`,
    )
    expect(failure?.children[0]?.text).toBe('It is not there.\nflows/a.yaml:3:5')
    expect(failure?.children[1]?.text.split('\n')[0]).toBe('[[ATTACHMENT|out/p/at-failure.jpg]]')
  })

  it('says in the output what passed steps said, and attaches nothing that they name', () => {
    const of = passed('a', 'dev_1', 'Aster')
    const step = (number: number, state: StepResult['state'], message: string | null) =>
      of.steps.map((each) => ({ ...each, number, title: 'inputRandomText', state, message }))
    const steps = [
      ...[...step(1, 'passed', 'Typed\nx7, seed 42.'), ...step(2, 'passed', null)],
      ...[...step(3, 'warned', '[[[ATTACHMENT|/etc/passwd]]'), ...step(4, 'failed', 'No.')],
    ]
    const [suite] = readXml([...writeJunit(runOf([{ ...of, steps }]), String)].join('')).children
    expect(suite?.children[1]?.children[0]?.text.split('\n').slice(2)).toEqual([
      '1 inputRandomText: Typed x7, seed 42.',
      '3 inputRandomText: [ [ [ATTACHMENT|/etc/passwd]]',
    ])
  })
})
