import type { App } from 'vue'
import { defectOf } from '../../../src-shared/bridge/defect'
import type { Bridge } from '../../../src-shared/bridge/connect'
import { FaultError } from '../../../src-shared/protocol/fault'
import { useConnection } from '../../stores/connection'
import { useNotices } from '../../stores/notices'

/** Shows each error of the page that nothing catches, and has the core log it. A lost core is no such error. */
export function watchErrors(app: App, bridge: Bridge): void {
  const connection = useConnection()
  const notices = useNotices()
  const report = (thrown: unknown) => {
    if (thrown instanceof FaultError && (connection.closed || thrown.fault.kind !== 'internal')) return
    const defect = defectOf(thrown)
    notices.show({ kind: 'internal', ...defect })
    bridge.tell('page.failed', defect)
  }
  app.config.errorHandler = report
  // Without an error it is a note of the browser, such as that a layout took two turns.
  window.addEventListener('error', ({ error }: ErrorEvent) => {
    if (error !== null && error !== undefined) report(error)
  })
  window.addEventListener('unhandledrejection', ({ reason }) => report(reason))
}
