import { join } from 'node:path'
import { noFlows } from '../../../src-shared/features/flows-state'
import type { DesktopFiles } from '../disk/desktop-files'
import { isWithin } from '../disk/is-within'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { FlowHistory } from './history/flow-history'
import { historyCalls } from './history/history-calls'
import type { WindowFlows } from './in-fleet/window-flows'

export interface FlowsOptions {
  flows: WindowFlows
  flowHistory: FlowHistory
  /** Names the open fleet, as `fleetKey`. */
  fleetKey: () => string
  desktopFiles: Pick<DesktopFiles, 'open'>
}

/** Flows in the window: their folder, runs with their history, and recordings of input. */
export function serveFlows(
  _: FeatureContext,
  { flows, flowHistory, fleetKey, desktopFiles: files }: FlowsOptions,
): Feature<'flows'> {
  return {
    calls: {
      ...historyCalls(flowHistory, files, fleetKey),
      'flows.list': () => flows.list(),
      'flows.plan': ({ files, publicIds, ...how }) => flows.plan(files, publicIds, how),
      'flows.run': ({ files, publicIds, ...how }) => flows.run(files, publicIds, how),
      'flows.again': () => flows.again(),
      'flows.pause': () => flows.pause(),
      'flows.resume': ({ publicId }) => flows.resume(publicId),
      'flows.tryNow': () => flows.tryNow(),
      'flows.leave': ({ publicId }) => flows.leave(publicId),
      'flows.stop': () => flows.stop(),
      async 'flows.edit'({ file }) {
        const path = join(flows.folder, file)
        // The examples are only read; their ids begin with a slash.
        const isOwn = !file.startsWith('/') && isWithin(flows.folder, path)
        return { done: isOwn && (await files.open(path, ['.yaml', '.yml'])) }
      },
      async 'flows.openReport'() {
        const report = flows.state.run?.report ?? null
        return { done: report !== null && (await files.open(report, ['.html'])) }
      },
      async 'flows.failure'({ publicId }) {
        return { base64: (await flows.failure(publicId))?.toString('base64') ?? null }
      },
      'flows.record': ({ publicId }) => flows.recording.start(publicId),
      'flows.undoStep': () => flows.recording.undo(),
      'flows.finish': () => flows.recording.finish(),
    },
    tells: {},
    state: () => ({ flows: flows.state }),
    ofPhone: () => ({ flows: noFlows }),
    eventsOfPhone: {
      flows: notOfPhone,
      'flow-files': notOfPhone,
      'flow-history': notOfPhone,
      'flow-run-wanted': notOfPhone,
      'flows-ended': notOfPhone,
    },
    event: (event) => flows.event(event),
    unfinished: () => ({ flows: flows.phonesLeft, recordedSteps: flows.state.recording?.inputs ?? 0 }),
    close: () => flows.close(),
  }
}
