import { join } from 'node:path'
import { noFlows } from '../../../src-shared/features/flows-state'
import type { DesktopFiles } from '../disk/desktop-files'
import { isWithin } from '../disk/is-within'
import { newsOfRun } from './reports/news-of-run'
import { notOfPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { FlowHistory } from './history/flow-history'
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
  { notify }: FeatureContext,
  { flows, flowHistory, fleetKey, desktopFiles: files }: FlowsOptions,
): Feature<'flows'> {
  return {
    calls: {
      'flows.list': () => flows.list(),
      'flows.plan': ({ files, publicIds, rows, ...how }) => flows.plan(files, publicIds, how, rows),
      async 'flows.run'({ files, publicIds, rows, ...how }) {
        await flows.run(files, publicIds, how, rows)
      },
      async 'flows.again'({ id }) {
        await flows.again(id)
      },
      'flows.pause': ({ id }) => flows.pause(id),
      'flows.resume': ({ id, publicId }) => flows.resume(id, publicId),
      'flows.tryNow': () => flows.tryNow(),
      'flows.leave': ({ id, publicId }) => flows.leave(id, publicId),
      'flows.stop': ({ id }) => flows.stop(id),
      async 'flows.edit'({ file }) {
        const path = join(flows.folder, file)
        // The examples are only read; their ids begin with a slash.
        const isOwn = !file.startsWith('/') && isWithin(flows.folder, path)
        return { done: isOwn && (await files.open(path, ['.yaml', '.yml'])) }
      },
      async 'flows.openReport'({ id }) {
        const report = flows.reportOf(id)
        return { done: report !== null && (await files.open(report, ['.html'])) }
      },
      async 'flows.failure'({ id, publicId }) {
        return { base64: (await flows.failure(id, publicId))?.toString('base64') ?? null }
      },
      'flows.record': ({ publicId }) => flows.recording.start(publicId),
      'flows.look'() {
        const { look, jpeg } = flows.recording.look()
        return { look, base64: jpeg.toString('base64') }
      },
      'flows.lookTexts': ({ look }) => flows.recording.lookTexts(look),
      'flows.check': (request) => flows.recording.check(request),
      'flows.undoStep': () => flows.recording.undo(),
      'flows.finish': () => flows.recording.finish(),
      'flows.history': () => ({ runs: flowHistory.list(fleetKey()) }),
      'flows.kept': ({ id }) => ({ phones: flowHistory.phonesOf(fleetKey(), id) }),
      'flows.trends': async () => ({ flows: await flowHistory.trends(fleetKey()) }),
      'flows.verdicts': ({ file }) => flowHistory.verdicts(fleetKey(), file),
      async 'flows.openKept'({ id }) {
        const report = flowHistory.list(fleetKey()).find((run) => run.id === id)?.report ?? null
        return { done: report !== null && (await files.open(report, ['.html'])) }
      },
      'flows.forget': ({ id }) => flowHistory.remove(fleetKey(), id),
    },
    tells: {},
    state: () => ({ flows: flows.state }),
    ofPhone: () => ({ flows: noFlows }),
    eventsOfPhone: {
      flows: notOfPhone,
      'flow-files': notOfPhone,
      'flow-history': notOfPhone,
      'flow-recording': notOfPhone,
      'flow-runs': notOfPhone,
      'flows-ended': notOfPhone,
    },
    event(event) {
      flows.event(event)
      if (event.type === 'flows-ended') notify(newsOfRun(event.run))
    },
    work: () => ({ flows: flows.underWay }),
    stopWork: () => flows.stopAll(),
    unfinished: () => ({ flows: flows.phonesLeft, recordedSteps: flows.state.recording?.inputs ?? 0 }),
    close: () => flows.close(),
  }
}
