import type { Shown } from '../captures/recording'

/** What looks at phones' screens beside the page: recordings, flows, the search for text, watches. */
export interface Viewer {
  /** Whether a phone has to stay live, though no page shows it. */
  has(publicId: string): boolean
  /** Takes a frame that came. */
  frame(publicId: string, frame: Shown): void
}

/** Makes one viewer of several. @param viewers asked each time, as some are made after the fleet */
export const joinViewers = (viewers: () => readonly Viewer[]): Viewer => ({
  has: (publicId) => viewers().some((viewer) => viewer.has(publicId)),
  frame(publicId, frame) {
    for (const viewer of viewers()) viewer.frame(publicId, frame)
  },
})
