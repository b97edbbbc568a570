/** Returns the element that has the focus; for a menu that closes, the button that opened it. */
export function findOpener(): Element | null {
  const menu = document.activeElement?.closest('[role=menu]')
  const button = document.getElementById(menu?.getAttribute('aria-labelledby') ?? '')
  return button ?? document.activeElement
}
