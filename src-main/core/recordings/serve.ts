import { firstWall } from '../../../src-shared/bridge/page-id'
import type { Port } from '../../../src-shared/bridge/port'
import type { RecordingsState } from '../../../src-shared/features/recordings-state'
import type { Fault } from '../../../src-shared/protocol/fault'
import { aboutPhone, type Feature, type FeatureContext } from '../feature/feature'
import type { Captures } from '../captures/captures'
import type { FramedPhone } from '../frames/live-frames'
import { createConversions } from './conversions'
import { createRecordings } from './recordings'

export interface RecordingsFeature extends Feature<'recordings'> {
  readonly running: RecordingsState['running']
  /** Whether a recording still writes this file. */
  isOpen(path: string): boolean
  /** Whether this file is converted now. */
  isConverted(path: string): boolean
  /** Connects a page that converts. */
  attach(port: Port<ArrayBuffer>): void
  close(): void
}

interface Recorded {
  framed(publicId: string): FramedPhone
}

/** Recordings of what phones show, and their conversion to other formats. */
export function serveRecordings(
  { clock, policy, note, emit, openFleet, fleetName }: FeatureContext<Recorded>,
  { captures: { folder, kept } }: { captures: Pick<Captures, 'folder' | 'kept'> },
): RecordingsFeature {
  const onFault = (fault: Fault) => emit({ type: 'notice', publicId: null, fault })
  const conversions = createConversions({
    pathOf: (id) => kept.find(id)?.path,
    onMade: (path) => kept.add([{ kind: 'recording', path, publicIds: [] }]),
    onLeft: onFault,
  })
  const recordings = createRecordings({
    clock,
    isAllowed: policy?.recording !== false,
    createFile: ({ publicId, name }) =>
      folder.create(
        'video',
        { fleet: fleetName(), phone: name, publicId, at: new Date(clock.now()) },
        '.mkv',
      ),
    note,
    onState: (state) => emit({ type: 'recordings', recordings: state }),
    onEnded(files) {
      kept.add(files.map(({ path, publicId }) => ({ kind: 'recording', path, publicIds: [publicId] })))
      emit({ type: 'recorded', files })
    },
    onFault,
  })
  const stateOfPhone = (publicId: string, { running, bytesLeft }: RecordingsState): RecordingsState => ({
    running: aboutPhone(publicId, running),
    bytesLeft,
  })
  return {
    calls: {
      'recordings.start': ({ publicIds }) => recordings.start(publicIds.map(openFleet().framed)),
      'recordings.stop': ({ publicIds }) => recordings.stop(publicIds),
      'conversions.start': ({ recording, format }, from = firstWall) =>
        conversions.start(recording, format, from),
      'conversions.finish': ({ id }) => conversions.finish(id),
      'conversions.cancel': ({ id }) => conversions.cancel(id),
    },
    tells: {},
    state: () => ({ recordings: recordings.state }),
    ofPhone: (publicId, { recordings: state }) => ({ recordings: stateOfPhone(publicId, state) }),
    eventsOfPhone: {
      recordings: (publicId, { recordings: state, ...event }) => ({
        ...event,
        recordings: stateOfPhone(publicId, state),
      }),
      recorded(publicId, event) {
        const files = aboutPhone(publicId, event.files)
        return files.length > 0 ? { ...event, files } : null
      },
    },
    work: () => ({ recordings: recordings.state.running.length, conversions: conversions.running }),
    // The page ends its conversions itself.
    stopWork: recordings.stopAll,
    unfinished: () => ({ conversions: conversions.running }),
    fleetCloses: recordings.stopAll,
    pageGone: conversions.leave,
    get running() {
      return recordings.state.running
    },
    isOpen: recordings.isOpen,
    isConverted: (path) => conversions.source === path,
    attach: conversions.attach,
    close() {
      recordings.close()
      conversions.close()
    },
  }
}
