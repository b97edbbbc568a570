import type { Ref } from 'vue'
import { useHost } from '../host/injected'
import { useDrop } from '../input/use-drop'
import { usePaste } from '../input/use-paste'
import { useFleets } from '../stores/fleets'
import { useNotices } from '../stores/notices'
import { useView } from '../stores/view'
import { askToPush, push } from './push-files'

/** Takes files that are dropped on a page or pasted into it, and sends them to the phones that they are meant for. */
export function usePush(root: Ref<HTMLElement | null>): void {
  const host = useHost()
  const fleets = useFleets()
  const notices = useNotices()
  const view = useView()

  useDrop({
    element: root,
    hovering: (hovering) => (view.hovering = hovering),
    accepts: (publicId) => !fleets.lacks('upload') && view.targetsOf(publicId).length > 0,
    onDrop: (given, publicId) => void push(host, given, view.targetsOf(publicId)),
  })
  // What is pasted was not aimed at anything, so the person is asked.
  usePaste((given) => {
    if (fleets.lacks('upload')) {
      notices.show({ kind: 'scope-missing', scope: 'upload' })
      return
    }
    const ground = view.targetsOf(null)
    const phone = view.keyboard ?? (ground.length === 0 ? view.current : null)
    void askToPush(given, phone === null ? ground : [phone])
  })
}
