import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../../src-main/core/flows/language/pattern'
import { findText } from '../../../../src-main/core/flows/look/read-text'
import { line } from '../run/flow-bench'

const find = (pattern: string, ...lines: Parameters<typeof findText>[0]) =>
  findText(lines, compilePattern(pattern).fits).map(({ text, left, top }) => [text, left, top])

describe('finding a text', () => {
  it('takes whole lines, else words, from the top left', () => {
    const lines = [line('New note', 50, 200), line('New', 80, 102), line('note New', 10, 100)]
    expect(find('new', ...lines)).toEqual([
      ['New', 30, 100],
      ['New', 80, 102],
      ['New', 50, 200],
    ])
    expect(find('New note', ...lines)).toEqual([['New note', 50, 200]])
    expect(find('ne', ...lines)).toEqual([])
  })

  it('sees past the caret of a field', () => {
    expect(find('Buy lemons', line('Buy lemons]', 0, 0), line('Buy lemons |', 0, 50))).toHaveLength(2)
  })

  it('sees past a chevron beside it', () => {
    const lines = [line('< Notes', 0, 0), line('Privacy & Security >', 0, 50)]
    expect(find('Notes', line('<Notes', 0, 0))).toHaveLength(1)
    expect(find('Privacy & Security', ...lines)).toHaveLength(1)
  })
})
