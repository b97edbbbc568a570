// A menu of reka-ui forgets typed text after this time.
const remembersMs = 1000

/**
 * Works around reka-ui 2, whose menus run the highlighted entry when a search text contains a space. Returns a capturing
 * keydown listener for the menu that adds the space to the search instead.
 */
export function fixRekaTypeahead(): (event: KeyboardEvent) => void {
  let typedAt = Number.NEGATIVE_INFINITY
  let menu: EventTarget | null = null
  return (event) => {
    const { key, code, timeStamp, currentTarget } = event
    // The menu is a new element each time it opens.
    if (currentTarget !== menu) typedAt = Number.NEGATIVE_INFINITY
    menu = currentTarget
    if (key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return
    // Dispatched below; reka-ui adds it to the search, as it has no key code.
    if (key === ' ' && code === '') return
    const isTyping = timeStamp - typedAt < remembersMs
    if (key !== ' ' || isTyping) typedAt = timeStamp
    if (key !== ' ' || !isTyping) return
    event.preventDefault()
    event.stopPropagation()
    currentTarget?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))
  }
}
