/** A word on a screen, in pixels of its frame. */
export interface RecognizedWord {
  text: string
  left: number
  top: number
  width: number
  height: number
  /** 0 to 100. */
  confidence: number
}

/** A line of words on a screen, in pixels of its frame. */
export interface RecognizedLine {
  text: string
  left: number
  top: number
  width: number
  height: number
  words: readonly RecognizedWord[]
}

/** What the thread is asked. */
export interface ReadRequest {
  id: number
  jpeg: Uint8Array
}

/** What the thread answers. */
export type ReadAnswer = { id: number; lines: RecognizedLine[] } | { id: number; error: string }

/** The priority of the thread that reads. */
export type ReaderPriority = 'low' | 'normal'
