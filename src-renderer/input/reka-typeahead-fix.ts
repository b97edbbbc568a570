// As long as a menu of reka-ui remembers what was typed.
const remembersMs = 1000

/**
 * Listens to a menu's keydown on its way down: a space in the middle of what is typed to find an entry is looked for too, and
 * runs none. By itself reka-ui runs the entry that was found so far, and looks for no space.
 */
export function fixRekaTypeahead(): (event: KeyboardEvent) => void {
  let typedAt = Number.NEGATIVE_INFINITY
  let menu: EventTarget | null = null
  return (event) => {
    const { key, code, timeStamp, currentTarget } = event
    // Each time that it opens it is another element.
    if (currentTarget !== menu) typedAt = Number.NEGATIVE_INFINITY
    menu = currentTarget
    if (key.length !== 1 || event.ctrlKey || event.altKey || event.metaKey) return
    // A space of our own, which is looked for because it is no key.
    if (key === ' ' && code === '') return
    const isTyping = timeStamp - typedAt < remembersMs
    if (key !== ' ' || isTyping) typedAt = timeStamp
    if (key !== ' ' || !isTyping) return
    event.preventDefault()
    event.stopPropagation()
    currentTarget?.dispatchEvent(new KeyboardEvent('keydown', { key: ' ' }))
  }
}
