import { join } from 'node:path'
import { noFlows } from '../../../src-shared/features/flows-state'
import type { DesktopFiles } from '../disk/desktop-files'
import { isWithin } from '../disk/is-within'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { WindowFlows } from './in-fleet/window-flows'

/** Flows in the window: their folder, runs, and recordings of input. */
export function serveFlows(
  _: FeatureContext,
  { flows, desktopFiles: files }: { flows: WindowFlows; desktopFiles: Pick<DesktopFiles, 'open'> },
): Feature<'flows'> {
  return {
    calls: {
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
      'flows.record': ({ publicId }) => flows.record(publicId),
      'flows.undoStep': () => flows.undoStep(),
      'flows.finish': async () => ({ path: await flows.finish() }),
    },
    tells: {},
    state: () => ({ flows: flows.state }),
    ofPhone: () => ({ flows: noFlows }),
    eventsOfPhone: { flows: notOfPhone, 'flow-files': notOfPhone, 'flows-ended': notOfPhone },
    event: (event) => flows.event(event),
    unfinished: () => ({ flows: flows.phonesLeft, recordedSteps: flows.state.recording?.inputs ?? 0 }),
    close: () => flows.close(),
  }
}
