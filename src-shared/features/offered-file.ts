import type { Fault } from '../protocol/fault'

/** A file that the user dropped or picked. The page gets an id, never the path. */
export interface OfferedFile {
  fileId: string
  name: string
  bytes: number
}

/** The result for each offered file, in order. */
export type Offer = { ok: true; file: OfferedFile } | { ok: false; name: string; fault: Fault }

/** What Electron's page must read of a file to show that the user gave it: ranges of bytes, their ends excluded. */
export interface FileProbe {
  id: string
  ranges: { start: number; end: number }[]
}

/** A browser page's offer: it keeps the bytes under its own id until they are pulled. */
export interface OfferRequest {
  fileId: string
  name: string
  bytes: number
}

/** Why a page cannot send a file that it has offered. */
export type FileFlaw = (typeof fileFlaws)[number]

export const fileFlaws = ['gone', 'changed', 'unreadable'] as const
