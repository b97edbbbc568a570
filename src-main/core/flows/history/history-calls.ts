import type { CallHandlers } from '../../../../src-shared/bridge/contract'
import type { DesktopFiles } from '../../disk/desktop-files'
import type { FlowHistory } from './flow-history'

type HistoryCall = `flows.${'history' | 'kept' | 'trends' | 'verdicts' | 'openKept' | 'forget'}`

/** What a window asks of the history of runs. @param fleet the open one, as `fleetKey` */
export function historyCalls(
  history: FlowHistory,
  files: Pick<DesktopFiles, 'open'>,
  fleet: () => string,
): Pick<CallHandlers, HistoryCall> {
  return {
    'flows.history': () => ({ runs: history.list(fleet()) }),
    'flows.kept': ({ id }) => ({ phones: history.phonesOf(fleet(), id) }),
    'flows.trends': async () => ({ flows: await history.trends(fleet()) }),
    'flows.verdicts': ({ file }) => history.verdicts(fleet(), file),
    async 'flows.openKept'({ id }) {
      const report = history.list(fleet()).find((run) => run.id === id)?.report ?? null
      return { done: report !== null && (await files.open(report, ['.html'])) }
    },
    'flows.forget': ({ id }) => history.remove(fleet(), id),
  }
}
