import { faultOf } from '../../src-shared/protocol/fault'
import { useNotices } from '../stores/notices'

/** Says so if a file that the core was asked to show or open is gone. */
export function openFile(opening: Promise<{ done: boolean }>, path: string): void {
  const notices = useNotices()
  opening.then(
    ({ done }) => {
      if (!done) notices.add({ kind: 'file-gone', path }, null)
    },
    (thrown: unknown) => notices.show(faultOf(thrown)),
  )
}
