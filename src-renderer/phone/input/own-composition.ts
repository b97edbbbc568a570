/** Returns whether a key is for an input method. Some tell it by the key code alone (UI Events, 229). */
export const isComposing = (event: KeyboardEvent) => event.isComposing || event.keyCode === 229

/**
 * Leaves the keys of a composition to the input method: Escape and Enter end the composition, and no dialog or form. Call
 * it before anything else of the page takes keys. The text area of a phone's keyboard decides for itself.
 */
export function keepCompositions(): void {
  const keydown = (event: KeyboardEvent) => {
    if (!isComposing(event)) return
    if (event.target instanceof Element && event.target.matches('[data-keyboard]')) return
    event.stopImmediatePropagation()
  }
  const keypress = (event: KeyboardEvent) => {
    // It would submit the field's form.
    if (isComposing(event) && event.key === 'Enter') event.preventDefault()
  }
  window.addEventListener('keydown', keydown, { capture: true })
  window.addEventListener('keypress', keypress, { capture: true })
}
