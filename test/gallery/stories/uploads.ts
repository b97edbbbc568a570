import { noUploadsSum, uploadStates, type UploadsState } from '../../../src-shared/features/upload-state'
import UploadsTab from '../../../src-renderer/features/uploads/UploadsTab.vue'
import { offline, storyNow, upload } from '../fixtures'
import { stories } from '../story'

const uploads = uploadStates.map((state, place) =>
  upload({
    place,
    state,
    fileName:
      place === 2 ? 'a very long file name that has no room in its row at all.mp4' : `photo ${place}.jpg`,
    sentBytes: state === 'sending' ? 18_000_000 : state === 'done' ? 48_000_000 : 0,
    fault: ['failed', 'unknown'].includes(state) ? offline : null,
    startedAt: storyNow - 6000,
    endedAt: state === 'done' ? storyNow : null,
  }),
)
const receipts = [
  upload({ place: 0, state: 'done', isVerified: true, sentBytes: 48_000_000, endedAt: storyNow }),
  upload({
    place: 1,
    state: 'failed',
    fileName: 'photo 1.jpg',
    fault: { kind: 'upload-differs' },
    endedAt: storyNow,
  }),
]
const counts = Object.fromEntries(uploadStates.map((state) => [state, 1]))
const state = (over: object = {}) =>
  ({
    uploads: {
      uploads,
      sum: { ...noUploadsSum, counts, bytes: 240_000_000, sentBytes: 66_000_000, files: 5, ...over },
    } as unknown as UploadsState,
  }) as const

export const uploadStories = stories('uploads', [
  { name: 'UploadsTab every state', component: UploadsTab, width: 1100, height: 240, state: state() },
  {
    name: 'UploadsTab verified and differs',
    component: UploadsTab,
    width: 1100,
    height: 200,
    state: {
      uploads: {
        uploads: receipts,
        sum: { ...noUploadsSum, counts: { ...noUploadsSum.counts, done: 1, failed: 1 } },
      },
    },
  },
  { name: 'UploadsTab narrow', component: UploadsTab, width: 560, height: 240, state: state() },
])
