import type { Ref } from 'vue'
import { useHost } from '../host/use-host'
import { useDrop } from '../input/use-drop'
import { usePaste } from '../input/use-paste'
import { useSelection } from '../stores/selection'
import { useView } from '../stores/view'
import { askToUpload, push } from './upload-files'

/** Takes files that are dropped on a page or pasted into it, and sends them to the phones that they are meant for. */
export function useUpload(root: Ref<HTMLElement | null>): void {
  const host = useHost()
  const selection = useSelection()
  const view = useView()

  useDrop({
    element: root,
    hovering: (hovering) => (view.hovering = hovering),
    // Where none can be sent that is said when they are dropped too: a browser tells of no drop where none is accepted.
    accepts: (publicId) => selection.targetsOf(publicId).length > 0,
    onDrop: (given, publicId) => void push(host, given, selection.targetsOf(publicId)),
  })
  // What is pasted was not aimed at anything, so the person is asked.
  usePaste((given) => {
    const ground = selection.targetsOf(null)
    const phone = view.keyboard ?? (ground.length === 0 ? view.current : null)
    void askToUpload(given, phone === null ? ground : [phone])
  })
}
