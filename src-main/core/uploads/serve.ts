import { underWayOf } from '../../../src-shared/features/upload-state'
import { aboutPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { FileSource } from './file-source'
import type { OfferedFiles } from './offered-files'
import type { Uploads } from './uploads'

interface UploadsParts {
  uploads: Uploads
  files: OfferedFiles
  /** A flow that is recorded. */
  flows: {
    recording: {
      uploaded(publicIds: readonly string[], files: readonly FileSource[], columns?: readonly string[]): void
    }
  }
}

/** Uploads to the open fleet, and to those that were open before. */
export function serveUploads(
  { openFleet, fleetId }: FeatureContext<{ nameOf(publicId: string): string }>,
  { uploads, files, flows }: UploadsParts,
): Feature<'uploads'> {
  const add = (fileIds: readonly string[], publicIds: readonly string[], columns?: readonly string[]) => {
    const fleet = openFleet()
    const devices = publicIds.map((publicId) => ({ publicId, name: fleet.nameOf(publicId) }))
    const sources = fileIds.map((fileId) => files.take(fileId))
    const ids = uploads.add(fleetId(), sources, devices)
    flows.recording.uploaded(publicIds, sources, columns)
    return ids
  }
  const sumTo = (publicId: string) => uploads.sumTo(fleetId(), publicId)
  return {
    calls: {
      'uploads.add': ({ fileIds, publicIds }) => ({ ids: add(fileIds, publicIds) }),
      'uploads.addEach': ({ uploads: each, columns }) => ({
        ids: each.flatMap(({ fileId, publicIds }) => add([fileId], publicIds, columns)),
      }),
      'uploads.retry': ({ id }) => ({ id: uploads.retry(id) }),
      'uploads.retryFailed': () => uploads.retryFailed(),
      'uploads.tryNow': () => uploads.tryNow(),
      'uploads.cancel': ({ id }) => uploads.cancel(id),
      'uploads.cancelAll': () => uploads.cancelAll(),
      'uploads.clear': () => uploads.clear(),
    },
    tells: {},
    state: () => ({ uploads: uploads.state }),
    ofPhone: (publicId, state) => ({
      uploads: { uploads: aboutPhone(publicId, state.uploads.uploads), sum: sumTo(publicId) },
    }),
    eventsOfPhone: {
      uploads(publicId, { changes, ...event }) {
        const changed = aboutPhone(publicId, changes.changed)
        const concerns = changed.length + changes.removed.length > 0
        return concerns ? { ...event, changes: { ...changes, changed, sum: sumTo(publicId) } } : null
      },
    },
    work: () => ({ uploads: underWayOf(uploads.sum) }),
    stopWork: () => uploads.cancelAll(),
    unfinished: () => ({ uploads: underWayOf(uploads.sum) }),
  }
}
