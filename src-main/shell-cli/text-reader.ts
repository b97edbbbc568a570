import type { ReadText } from '../core/flows/look/read-text'

/** Reads the texts of frames. It starts when the first frame is read. */
export interface TextReader {
  read: ReadText
  close(): Promise<void>
}

export function openReader(): TextReader {
  return { read: () => Promise.reject(new Error('to come')), close: () => Promise.resolve() }
}
