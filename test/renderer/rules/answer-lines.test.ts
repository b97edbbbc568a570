import { expect, it } from 'vitest'
import { answerLines } from '../../../src-renderer/rules/answer-lines'

it('gives a spreadsheet one cell for each answer, which calculates nothing', () => {
  const answers = [
    { name: 'Aster 01', text: '10.0.0.1' },
    { name: '=Aster', text: '=HYPERLINK("https://x.example","x")\t=1+1\r\n+cmd' },
    { name: 'Aster 03', text: '\n@SUM(A1)' },
    { name: 'Aster 04', text: 'émoji 😀' },
    { name: '"Aster', text: '"=1+1"' },
  ]
  expect(answerLines(answers).split('\n')).toEqual([
    'Aster 01\t10.0.0.1',
    `'=Aster\t'=HYPERLINK("https://x.example","x") =1+1 +cmd`,
    "Aster 03\t' @SUM(A1)",
    'Aster 04\témoji 😀',
    `'"Aster\t'"=1+1"`,
  ])
})
