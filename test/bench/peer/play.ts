import type { Size } from '../../../src-shared/protocol/device'

/** The peer's options, as JSON in its first argument. */
export interface PeerOptions {
  phones: number
  /** JPEG files of this size, shown in turn. */
  files: string[]
  frame: Size
  /** Walls of so many phones can be searched for (`wallWord`). */
  walls: readonly number[]
  play: Play
}

/** What its phones do. */
export interface Play {
  /** Whether the list of phones is answered; earlier requests wait. */
  listed: boolean
  /**
   * The first so many phones show a new picture `fps` times a second, the others keep theirs until they are pressed. One whose
   * control channel is open keeps still as well: what it shows next answers a press.
   */
  moving: number
  fps: number
  /** A still picture is sent again after this long, in ms (spec 4.10). */
  resendMs: number
}

/** What it answers to each change of its play. */
export interface PeerReading {
  /** Frames that the phones have shown, all of which a client that keeps up receives. */
  shown: number
  /** Bytes of JPEG that it has sent. */
  sentBytes: number
  /** When each press and each release has arrived since the last change of its play, in ms since the epoch. */
  touchedAt: number[]
  /** Phones whose control channel is open. */
  controlled: string[]
  /** Files that came since the last change of its play. */
  uploads: PeerUpload[]
}

/** One file as it came. Times in ms of the peer's own clock. */
export interface PeerUpload {
  bytes: number
  begunAt: number
  /** Null while it is not there whole. */
  endedAt: number | null
}

/** Where files are taken. */
export const uploadPath = '/v1/upload'

export const idOf = (phone: number): string => `dev_${String(phone + 1).padStart(3, '0')}`

/** The word in the notes of the first `count` phones: a search for it shows them and no others. */
export const wallWord = (count: number): string => `wall-${count}.`
