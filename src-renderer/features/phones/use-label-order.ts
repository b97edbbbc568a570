import { nextTick } from 'vue'
import { useHost } from '../../host/use-host'
import { describeShortcut } from '../../text/describe/describe-shortcut'
import { messages } from '../../text/messages'

/**
 * Lets labels be put in another order: by dragging a chip onto another one, and by Alt+Up and Alt+Down in a chip.
 * @param names of the labels in their present order
 * @param reorder takes all names in their new order
 */
export function useLabelOrder(names: () => readonly string[], reorder: (names: string[]) => void) {
  let dragged: string | null = null
  /** The chip under the dragged one. */
  let over: string | null = null

  const place = (name: string, at: number) => {
    const others = names().filter((each) => each !== name)
    const next = [...others.slice(0, at), name, ...others.slice(at)]
    if (next.some((each, index) => each !== names()[index])) reorder(next)
  }
  const moveBy = async (name: string, by: number) => {
    const focused = document.activeElement
    const at = names().indexOf(name) + by
    if (at < 0 || at >= names().length) return
    place(name, at)
    await nextTick()
    // An element that is moved loses the focus.
    if (focused instanceof HTMLElement) focused.focus()
  }

  /** Returns what a label's chip needs. */
  const of = (name: string) => ({
    draggable: true,
    'aria-keyshortcuts': 'Alt+ArrowUp Alt+ArrowDown',
    onDragstart(event: DragEvent) {
      dragged = over = name
      event.dataTransfer?.setData('text/plain', name)
      if (event.dataTransfer) event.dataTransfer.effectAllowed = 'move'
    },
    onDragover(event: DragEvent) {
      if (dragged === null) return
      event.preventDefault()
      // A wide chip stays under the pointer once it has made room: it would go back and forth.
      if (over === name) return
      over = name
      if (dragged !== name) place(dragged, names().indexOf(name))
    },
    onDrop: (event: DragEvent) => event.preventDefault(),
    onDragend: () => (dragged = null),
    onKeydown(event: KeyboardEvent) {
      const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
      if (by === 0 || !event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return
      event.preventDefault()
      event.stopPropagation()
      void moveBy(name, by)
    },
  })
  const { platform } = useHost()
  /** Says how to do it, with the keys of this platform. */
  const hint = () =>
    messages.edit.order({
      up: describeShortcut('alt+arrowup', platform),
      down: describeShortcut('alt+arrowdown', platform),
    })
  return { of, hint }
}
