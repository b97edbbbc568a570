import { rect, type Rect } from '../geometry'
import { COLORS } from '../palette'
import type { Pen } from '../pen'
import type { Piece } from '../scene'
import type { TextField } from '../text-field'
import { TextBlock } from './text-block'

const SIZE = 16.5
const PAD = 13

/** A field of one line in a rounded box. @param focused the keyboard types into it */
export function lineFieldPiece(
  field: TextField,
  at: Rect,
  look: { placeholder: string; focused: boolean; fill: string; focus(): void },
): Piece {
  const width = at.w - PAD * 2
  const block = new TextBlock(field.text, Infinity, { size: SIZE })
  const caretX = block.caretRect(field.caret).x
  const shift = look.focused ? Math.max(0, caretX - width + 3) : 0
  if (look.focused) field.lines = block
  return {
    key: 'field',
    at,
    draw: (pen: Pen) => {
      pen.fill(rect(0, 0, at.w, at.h), look.fill, at.h / 2)
      pen.within(rect(PAD - 2, 0, width + 4, at.h), () =>
        pen.moved(PAD - shift, (at.h - SIZE * 1.42) / 2, (line) => {
          if (field.length === 0)
            line.text(look.placeholder, 0, SIZE * 0.71, { size: SIZE, color: COLORS.quiet })
          else if (look.focused) block.draw(line)
          else line.text(field.text, 0, SIZE * 0.71, { size: SIZE, color: COLORS.text, maxWidth: width })
          if (look.focused) block.drawCaret(line, field)
        }),
      )
    },
    hold: (point) => {
      if (!look.focused) look.focus()
      field.selectWord(block.indexAt({ x: point.x - PAD + shift, y: 1 }))
    },
    tap: (point) => {
      if (look.focused) field.place(block.indexAt({ x: point.x - PAD + shift, y: 1 }))
      else look.focus()
    },
  }
}
