import type { Fault } from '../protocol/fault'

/** A file that the user dropped or picked, as the page may know it: a name to ask for it by, never its path. */
export interface OfferedFile {
  fileId: string
  name: string
  bytes: number
}

/** What became of each offered file, in the order in which they were offered. */
export type Offer = { ok: true; file: OfferedFile } | { ok: false; name: string; fault: Fault }

/** How a browser's page offers a file: it keeps the bytes, under an id of its own making, until they are pulled. */
export interface OfferRequest {
  fileId: string
  name: string
  bytes: number
}

/** Why a page cannot send a file that it has offered. */
export type FileFlaw = (typeof fileFlaws)[number]

export const fileFlaws = ['gone', 'changed', 'unreadable'] as const
