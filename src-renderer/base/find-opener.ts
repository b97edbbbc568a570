/** Returns the element that has the focus; for a menu that closes, or a submenu of it, the button that opened it. */
export function findOpener(): Element | null {
  const focused = document.activeElement
  let opener = focused
  for (let menu = focused?.closest('[role=menu]'); menu; menu = opener?.closest('[role=menu]'))
    opener = document.getElementById(menu.getAttribute('aria-labelledby') ?? '')
  return opener ?? focused
}
