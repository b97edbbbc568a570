import { faultOf } from '../../src-shared/protocol/fault'
import { useNotices } from '../stores/notices'

/** Shows where a file was saved, or why it was not. */
export function showSaved(saving: Promise<{ path: string }>): void {
  const notices = useNotices()
  saving.then(
    ({ path }) => notices.add({ kind: 'saved', path }, null),
    (thrown: unknown) => notices.show(faultOf(thrown)),
  )
}
