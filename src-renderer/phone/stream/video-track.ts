/** A track of the video frames that are written to it (W3C mediacapture-transform, as Chromium offers it to pages). */
interface TrackGenerator extends MediaStreamTrack {
  readonly writable: WritableStream<VideoFrame>
}

/** Returns undefined where the browser has none. */
const generatorOf = () =>
  (globalThis as { MediaStreamTrackGenerator?: new (init: { kind: 'video' }) => TrackGenerator })
    .MediaStreamTrackGenerator

/** Whether a video element can show frames in this browser. */
export const hasVideoTracks = (): boolean =>
  generatorOf() !== undefined && typeof ImageDecoder !== 'undefined'

const repeatEveryMs = 50

/**
 * Plays a new track on the element, without controls. Returns the track to write frames to, and `end`, which stops it.
 * Throws a TypeError where the browser has no such tracks.
 * @param repeat writes the last frame once more
 */
export function playTrack(
  video: HTMLVideoElement,
  repeat: () => void,
): { track: WritableStream<VideoFrame>; end: () => void } {
  const Generator = generatorOf()
  if (!Generator) throw new TypeError('This browser has no video tracks')
  const generator = new Generator({ kind: 'video' })
  video.autoplay = true
  video.muted = true
  video.playsInline = true
  video.disablePictureInPicture = true
  video.tabIndex = -1
  video.srcObject = new MediaStream([generator])
  // Frames written before the element is ready are lost, and a still phone sends no other.
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
