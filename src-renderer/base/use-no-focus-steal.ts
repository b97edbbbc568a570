import { useView } from '../stores/view'

/** Returns a mousedown listener that keeps a button from taking the focus while the person types on a phone. */
export function useNoFocusSteal(): (event: MouseEvent) => void {
  const view = useView()
  return (event) => {
    if (view.keyboard !== null) event.preventDefault()
  }
}
