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

const repeatEveryMs = 50

/**
 * Plays a track on the element, which shows it from the first frame on and has no controls.
 * @param repeat has the last frame written again, if there has been one
 * @returns where its frames go, and what ends it
 * @throws TypeError where there are no such tracks
 */
export function playTrack(
  video: HTMLVideoElement,
  repeat: () => void,
): { track: WritableStream<VideoFrame>; end: () => void } {
  if (typeof MediaStreamTrackGenerator === 'undefined') throw new TypeError('no video tracks here')
  const generator = new MediaStreamTrackGenerator({ kind: 'video' })
  video.autoplay = true
  video.muted = true
  video.playsInline = true
  video.disablePictureInPicture = true
  video.tabIndex = -1
  video.srcObject = new MediaStream([generator])
  // What is written before the element takes frames is lost, and a still phone sends no other.
  const repeating = setInterval(repeat, repeatEveryMs)
  const stopRepeating = () => clearInterval(repeating)
  video.addEventListener('loadeddata', stopRepeating, { once: true })
  return {
    track: generator.writable,
    end() {
      stopRepeating()
      generator.stop()
      video.srcObject = null
    },
  }
}
