import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fill } from '../../../../src-main/core/flows/language/evaluate'
import { FlowError } from '../../../../src-main/core/flows/language/flow-error'
import { readTemplate } from '../../../../src-main/core/flows/language/read-template'
import type { Names } from '../../../../src-main/core/flows/language/template'

const names = (): Names => ({
  env: { NAME: 'Ada' },
  output: new Map(),
  fleetwall: {},
})

describe('an expression as it is written', () => {
  it.each([
    '${}',
    '${NAME',
    '${Math.random()}',
    '${process.exit()}',
    '${constructor.constructor("x")}',
    '${NAME.constructor}',
    '${NAME.repeat(1e9)}',
    '${NAME[0]}',
    '${() => 1}',
    '${[1]}',
    '${{}}',
    '${`x`}',
    '${a; b}',
    '${new Date()}',
    '${output}',
    '${maestro.platform}',
    '${http.get("http://127.0.0.1")}',
    '${output.x = 1}',
    '${/a/.test(NAME)}',
    `\${${'('.repeat(100)}1${')'.repeat(100)}}`,
    `\${${'!'.repeat(5000)}1}`,
  ])('refuses %s when the file is read', (text) => {
    expect(() => readTemplate(text)).toThrow(FlowError)
  })

  it('is read or refused, whatever stands in it', () => {
    const bits = fc.constantFrom(
      '${',
      '}',
      'NAME',
      '.trim()',
      '(',
      ')',
      '||',
      '?',
      ':',
      "'",
      '"',
      '1',
      '-',
      '!',
      '\\',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(fc.oneof(bits, fc.string({ unit: 'grapheme' })), { maxLength: 30 }), (parts) => {
        try {
          fill(readTemplate(parts.join('')), names())
        } catch (error) {
          expect(error).toBeInstanceOf(FlowError)
        }
      }),
    )
  })
})
