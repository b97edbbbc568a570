import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fill, fillNumber, isTrue } from '../../../../src-main/core/flows/language/evaluate'
import { evaluate } from '../../../../src-main/core/flows/language/evaluate'
import { FlowError } from '../../../../src-main/core/flows/language/flow-error'
import { readScript, readTemplate } from '../../../../src-main/core/flows/language/read-template'
import type { Names } from '../../../../src-main/core/flows/language/template'

const names = (): Names => ({
  env: { NAME: 'Ada', COUNT: '3', EMPTY: '' },
  output: new Map([['note.title', 'Lentils']]),
  fleetwall: { copiedText: 'copied' },
})
const filled = (text: string) => fill(readTemplate(text), names())

describe('an expression', () => {
  it.each([
    ['${NAME}', 'Ada'],
    ['Hi ${NAME}, ${COUNT}', 'Hi Ada, 3'],
    ['\\${NAME}', '${NAME}'],
    ['costs $5', 'costs $5'],
    ['${1 + 2 * 3}', '7'],
    ['${(1 + 2) * 3 - -1}', '10'],
    ['${10 / 4}', '2.5'],
    ['${NAME + 1}', 'Ada1'],
    ['${COUNT - 1}', '2'],
    ['${COUNT == 3}', 'true'],
    ["${COUNT === '3' && NAME !== 'Eve'}", 'true'],
    ['${COUNT < 10}', 'true'],
    ["${'b' > 'a'}", 'true'],
    ["${NAME == 'Ada' ? 'yes' : 'no'}", 'yes'],
    ["${NONE || 'x'}", 'x'],
    ["${NONE || OTHER || 'x'}", 'x'],
    ["${EMPTY || 'x'}", 'x'],
    ['${!EMPTY}', 'true'],
    ['${NAME.toUpperCase().length}', '3'],
    ["${NAME.toLowerCase().replace('a', '$&')}", '$&da'],
    ["${' a '.trim() + NAME.slice(1) + NAME.slice(0, 1)}", 'adaA'],
    ["${NAME.includes('d') && NAME.startsWith('A') && NAME.endsWith('a')}", 'true'],
    ['${output.note.title.slice(0, 3)}', 'Len'],
    ['${fleetwall.copiedText} ${maestro.copiedText.length}', 'copied 6'],
    ["${'}' + \"'\"}", "}'"],
  ])('%s gives %s', (text, expected) => {
    expect(filled(text)).toBe(expected)
  })

  it.each([
    ['${NONE}', "the name NONE is not set. Set it with env, or give a default: ${NONE || 'text'}"],
    [
      '${output.none}',
      "the name output.none is not set. Set it with env, or give a default: ${output.none || 'text'}",
    ],
    ['${NAME - 1}', 'Ada isn’t a number'],
    ['${1 / 0}', 'an expression divides by 0'],
  ])('%s is an error of the flow', (text, message) => {
    expect(() => filled(text)).toThrow(new FlowError(message))
  })

  it('assigns to output in evalScript alone', () => {
    const known = names()
    evaluate(readScript('${output.count = COUNT * 2}'), known)
    expect(fill(readTemplate('${output.count}'), known)).toBe('6')
    for (const text of ['output.x = 1', '${NAME = 1}', '${fleetwall.copiedText = 1}', '${output.x = 1} and'])
      expect(() => readScript(text)).toThrow(FlowError)
  })

  it('keeps a text that grows in a loop small', () => {
    const known = names()
    const double = readScript('${output.x = output.x + output.x}')
    evaluate(readScript("${output.x = 'abcdefgh'}"), known)
    expect(() => {
      for (let times = 0; times < 40; times++) evaluate(double, known)
    }).toThrow('a text has more than 100000 characters')
    const long = { ...names(), env: { LONG: 'a'.repeat(100_000) } }
    const label = readTemplate('${LONG.toUpperCase().includes("b") ? 1 : 2}'.repeat(20))
    expect(() => fill(label, long)).toThrow('its expressions work on more than 2000000 characters')
  })

  it('takes empty, false, 0, null and undefined for false', () => {
    const judge = (text: string) => isTrue(readTemplate(text), names())
    expect(['', 'false', ' 0 ', 'null', 'undefined', '${EMPTY}', '${1 > 2}'].map(judge)).not.toContain(true)
    expect(['true', 'x', '${NAME}', '${1}', '${COUNT == 3}'].map(judge)).not.toContain(false)
  })

  it('gives numbers that are not negative', () => {
    expect(fillNumber(readTemplate('${COUNT + 0}'), names())).toBe(30)
    expect(() => fillNumber(readTemplate('${0 - COUNT}'), names())).toThrow(FlowError)
    expect(() => fillNumber(readTemplate('${NAME}'), names())).toThrow('Ada isn’t a number')
  })

  it('leaves a text without ${ as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        fc.pre(!text.includes('${'))
        expect(filled(text)).toBe(text)
      }),
    )
  })
})
