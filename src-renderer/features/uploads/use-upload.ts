import type { Ref } from 'vue'
import { useHost } from '../../host/use-host'
import { useDrop } from './use-drop'
import { usePaste } from '../../phone/input/use-paste'
import { useSelection } from '../../stores/selection'
import { useView } from '../../stores/view'
import { askToUpload, push } from './upload-files'

/** Uploads files that are dropped on the page or pasted into it. */
export function useUpload(root: Ref<HTMLElement | null>): void {
  const host = useHost()
  const selection = useSelection()
  const view = useView()

  useDrop({
    element: root,
    hovering: (hovering) => (view.hovering = hovering),
    // Also accepts where no upload is possible: a browser reports only accepted drops, and the notice says why.
    accepts: (publicId) => selection.targetsOf(publicId).length > 0,
    onDrop: (given, publicId) => void push(host, given, selection.targetsOf(publicId)),
  })
  // A paste names no phone, so Fleetwall asks.
  usePaste((given) => {
    void askToUpload(host, given, view.keyboard === null ? selection.phonesAtHand : [view.keyboard])
  })
}
