const side = 24
// Not a character, so no font has it: it is drawn as a box.
const noCharacter = '\u{10FFFE}'

/** Whether a font of this computer has a character; one that no font has is drawn as a box. */
export function canDraw(character: string): boolean {
  const context = Object.assign(document.createElement('canvas'), { width: side, height: side }).getContext(
    '2d',
    { willReadFrequently: true },
  )
  if (!context) return true
  const pixelsOf = (text: string) => {
    context.clearRect(0, 0, side, side)
    context.font = `${side - 6}px system-ui, sans-serif`
    context.fillText(text, 2, side - 6)
    return context.getImageData(0, 0, side, side).data.join()
  }
  return pixelsOf(character) !== pixelsOf(noCharacter)
}
