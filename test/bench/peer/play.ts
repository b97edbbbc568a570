import type { Size } from '../../../src-shared/protocol/device'

/** The peer's options, JSON in its first argument. */
export interface PeerOptions {
  phones: number
  /** JPEG files, shown in turn. */
  files: string[]
  frame: Size
  /** The sizes of walls that a search finds (`wallWord`, `restWord`). */
  walls: readonly number[]
  play: Play
}

/** The behaviour of the phones. */
export interface Play {
  /** Whether the peer lists its phones; until then requests wait. */
  listed: boolean
  /**
   * This many phones show a new frame `fps` times a second; the others show one only after a press, as does a phone with an
   * open control channel.
   */
  moving: number
  fps: number
  /** The pause before a still frame is sent again, ms (spec 4.10). */
  resendMs: number
}

/** The answer to each change of the behaviour. */
export interface PeerReading {
  /** Frames shown by the phones; a client that keeps up receives all. */
  shown: number
  /** Sent bytes of JPEG. */
  sentBytes: number
  /** The arrival of each press and release since the last change, in ms since the epoch. */
  touchedAt: number[]
  /** When each action was answered since the last change, in ms since the epoch. */
  actedAt: number[]
  /** Phones with an open control channel. */
  controlled: string[]
  /** Files received since the last change. */
  uploads: PeerUpload[]
}

/** A received file. Times in ms of the peer's clock. */
export interface PeerUpload {
  bytes: number
  begunAt: number
  /** Null until the whole file has arrived. */
  endedAt: number | null
}

/** The path of the uploads. */
export const uploadPath = '/v1/upload'

/** The path that answers when frames were sent, by phone, in ms of the peer's clock. */
export const sentPath = '/sent'

export const idOf = (phone: number): string => `dev_${String(phone + 1).padStart(3, '0')}`

/** Returns the word in the notes of the first `count` phones, which a search finds. */
export const wallWord = (count: number): string => `wall-${count}.`
/** Returns the word in the notes of all other phones. */
export const restWord = (count: number): string => `rest-${count}.`
