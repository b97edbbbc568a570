import type { CallHandlers } from '../../../src-shared/bridge/contract'
import type { WindowFlows } from '../fleet/window-flows'

type FlowCalls = Pick<CallHandlers, Extract<keyof CallHandlers, `flows.${string}`>>

/** Answers the calls about flows. */
export function createFlowCalls(flows: WindowFlows): FlowCalls {
  return {
    'flows.list': () => flows.list(),
    'flows.plan': ({ files, publicIds }) => flows.plan(files, publicIds),
    async 'flows.run'({ files, publicIds }) {
      await flows.run(files, publicIds)
      return null
    },
    async 'flows.again'() {
      await flows.again()
      return null
    },
    'flows.pause'() {
      flows.pause()
      return null
    },
    'flows.resume'({ publicId }) {
      flows.resume(publicId)
      return null
    },
    'flows.leave'({ publicId }) {
      flows.leave(publicId)
      return null
    },
    'flows.stop'() {
      flows.stop()
      return null
    },
    async 'flows.failure'({ publicId }) {
      return { base64: (await flows.failure(publicId))?.toString('base64') ?? null }
    },
    'flows.record'({ publicId }) {
      flows.record(publicId)
      return null
    },
    'flows.finish': async () => ({ path: await flows.finish() }),
  }
}
