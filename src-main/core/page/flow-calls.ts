import { join } from 'node:path'
import type { CallHandlers } from '../../../src-shared/bridge/contract'
import type { DesktopFiles } from '../base/desktop-files'
import type { WindowFlows } from '../flows/in-fleet/window-flows'

type FlowCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `flows.${string}`>>

/** Answers the calls about flows. */
export function createFlowCalls(flows: WindowFlows, files: Pick<DesktopFiles, 'open'>): FlowCalls {
  return {
    'flows.list': () => flows.list(),
    'flows.plan': ({ files, publicIds }) => flows.plan(files, publicIds),
    async 'flows.run'({ files, publicIds }) {
      await flows.run(files, publicIds)
    },
    async 'flows.again'() {
      await flows.again()
    },
    'flows.pause'() {
      flows.pause()
    },
    'flows.resume'({ publicId }) {
      flows.resume(publicId)
    },
    'flows.tryNow'() {
      flows.tryNow()
    },
    'flows.leave'({ publicId }) {
      flows.leave(publicId)
    },
    'flows.stop'() {
      flows.stop()
    },
    'flows.edit': async ({ file }) => ({
      done: await files.open(join(flows.folder, file), ['.yaml', '.yml']),
    }),
    async 'flows.openReport'() {
      const report = flows.state.run?.report ?? null
      return { done: report !== null && (await files.open(report, ['.html'])) }
    },
    async 'flows.failure'({ publicId }) {
      return { base64: (await flows.failure(publicId))?.toString('base64') ?? null }
    },
    'flows.record'({ publicId }) {
      flows.record(publicId)
    },
    'flows.finish': async () => ({ path: await flows.finish() }),
  }
}
