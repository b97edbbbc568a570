/** Makes a track of the video frames that are written to it (W3C mediacapture-transform, as Chromium ships it to pages). */
interface TrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>
}

declare global {
  var MediaStreamTrackGenerator: (new (init: { kind: 'video' }) => TrackGenerator) | undefined
}

/** Whether a video element can show frames here; else a canvas does. */
export const hasVideoTracks = (): boolean =>
  typeof MediaStreamTrackGenerator !== 'undefined' && typeof ImageDecoder !== 'undefined'

/**
 * Plays a track on the element.
 * @returns where its frames go, and what ends it
 * @throws TypeError where there are no such tracks
 */
export function playTrack(video: HTMLVideoElement): { track: WritableStream<VideoFrame>; end: () => void } {
  if (typeof MediaStreamTrackGenerator === 'undefined') throw new TypeError('no video tracks here')
  const generator = new MediaStreamTrackGenerator({ kind: 'video' })
  video.srcObject = new MediaStream([generator])
  return {
    track: generator.writable,
    end() {
      generator.stop()
      video.srcObject = null
    },
  }
}
