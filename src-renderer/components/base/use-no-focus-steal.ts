import { useView } from '../../stores/view'

/** Leaves the keyboard to the phone that has it while a button is clicked; where none has it the button takes the focus, and gets it back from a dialog. */
export function useNoFocusSteal(): (event: MouseEvent) => void {
  const view = useView()
  return (event) => {
    if (view.keyboard !== null) event.preventDefault()
  }
}
