import fc from 'fast-check'
import { expect, it } from 'vitest'
import { markedCell, pastedLine, plainCell, withoutFormulas } from '../../src-shared/texts/csv-cell'

const signs = [';', ',', '\t', '\r', '\n', '\r\n', '"', "'", ' ', '=', '+', '-', '@', '＝', '＋', '－', '＠']
const text = fc.string({ unit: fc.constantFrom(...signs, 'a', '1', '0', '.'), maxLength: 12 })
const cellsOf = (cell: string) => [';', ',', '\t'].flatMap((sign) => cell.split(sign))
const calculates = /^[\s"]*[=+\-@＝＋－＠]/

it('begins no cell as a formula, whatever sign divides the cells', () => {
  fc.assert(
    fc.property(text, (written) => {
      for (const cell of [markedCell(written), withoutFormulas(written), pastedLine([written])])
        for (const begun of cellsOf(cell).flatMap((each) => each.split(/\r\n?|\n/)))
          expect(begun).not.toMatch(calculates)
    }),
    { numRuns: 2000 },
  )
})

it('comes back from its marks exactly as it was', () => {
  fc.assert(
    fc.property(text, (written) => {
      expect(plainCell(markedCell(written))).toBe(written)
    }),
    { numRuns: 2000 },
  )
})

it('is marked only where a cell could begin', () => {
  expect(markedCell("call back;=cmd|'/C calc'!A0;ok")).toBe("call back;'=cmd|'/C calc'!A0;ok")
  expect(markedCell('a, b; c-d\r\n\r\nmail@x')).toBe('a, b; c-d\r\n\r\nmail@x')
})

it.each([
  ['10.0.0.1', '10.0.0.1'],
  ['=HYPERLINK("https://x.example","x")\t=1+1\r\n+cmd', `'=HYPERLINK("https://x.example","x") =1+1 +cmd`],
  ['\n@SUM(A1)', "' @SUM(A1)"],
  ['émoji 😀', 'émoji 😀'],
  ['"=1+1"', `'"=1+1"`],
])('pastes %j as one cell that calculates nothing', (text, cell) => {
  expect(pastedLine(['Aster', text])).toBe(`Aster\t${cell}`)
})
