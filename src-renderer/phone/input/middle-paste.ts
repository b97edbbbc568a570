let isInMiddleClick = false

/** Returns whether a paste belongs to a middle click. Call it during the paste. */
export const isMiddlePaste = () => isInMiddleClick

/** A field that the middle click itself has put the focus in; the text area of a phone's keyboard is none. */
function isOwnField(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target === document.activeElement &&
    target.matches('input, textarea:not([data-keyboard])')
  )
}

/**
 * Keeps a middle click from pasting the text that is marked in any window (PRIMARY of X11 and Wayland) into the focused
 * field, wherever the click is: that field may type on phones. Links still open, for they follow `auxclick`.
 */
export function refuseMiddlePaste(): void {
  const mouseup = (event: MouseEvent) => {
    if (event.button !== 1 || isOwnField(event.target)) return
    event.preventDefault()
    isInMiddleClick = true
    setTimeout(() => (isInMiddleClick = false))
  }
  window.addEventListener('mouseup', mouseup, { capture: true })
}
