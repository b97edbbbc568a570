import { beforeAll, describe, expect, it } from 'vitest'
import { registerFonts } from '../../../src-simulator/screens/fonts'
import { TextField } from '../../../src-simulator/screens/text-field'
import { TextBlock } from '../../../src-simulator/screens/widgets/text-block'

beforeAll(() => registerFonts())

describe('TextField', () => {
  it('types at the caret and deletes on both sides of it', () => {
    const field = new TextField('helo')
    field.move('left')
    field.type('l')
    expect(field.text).toBe('hello')
    field.backspace()
    field.deleteForward()
    expect(field.text).toBe('hel')
  })

  it('types every script of the font and returns characters without glyphs', () => {
    const field = new TextField('', true)
    expect(field.type('Ünïcode Ελλάς Привет\n€\u0007😀漢字!')).toEqual(['\u0007', '😀', '漢', '字'])
    expect(field.text).toBe('Ünïcode Ελλάς Привет\n€!')
  })

  it('replaces the selection', () => {
    const field = new TextField('one two')
    field.selectAll()
    field.type('three')
    expect(field.text).toBe('three')
    field.move('left', true)
    field.move('left', true)
    expect(field.selected).toBe('ee')
    field.backspace()
    expect(field.text).toBe('thr')
  })

  it('selects the word around a place', () => {
    const field = new TextField('one twö three')
    field.selectWord(5)
    expect(field.selected).toBe('twö')
    field.selectWord(0)
    expect(field.selected).toBe('one')
  })

  it('moves by laid out lines', () => {
    const field = new TextField('first line\nsecond\nthird', true)
    field.lines = new TextBlock(field.text, 300, { size: 17 })
    field.place(13)
    field.move('home')
    expect(field.caret).toBe(11)
    field.move('end')
    expect(field.caret).toBe(17)
    field.move('up')
    expect(field.caret).toBeLessThan(11)
    field.move('up')
    expect(field.caret).toBe(0)
    field.move('down')
    field.move('down')
    field.move('down')
    expect(field.caret).toBe(field.length)
  })
})

describe('TextBlock', () => {
  it('breaks between words and maps indexes to positions and back', () => {
    const block = new TextBlock('some words that need more than one line', 120, { size: 17 })
    expect(block.height).toBeGreaterThan(17 * 1.42 * 2)
    for (const index of [0, 7, 21, 39]) {
      const { x, y } = block.caretRect(index)
      expect(block.indexAt({ x, y: y + 5 })).toBe(index)
    }
  })
})
