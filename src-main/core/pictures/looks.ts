// What the process that looks at pictures is asked, and what it answers.

/** A part of a picture, in its pixels. */
export interface Place {
  left: number
  top: number
  width: number
  height: number
}

/** A word on a screen. `confidence` from 0 to 100. */
export interface RecognizedWord extends Place {
  text: string
  confidence: number
}

/** A line of words on a screen. */
export interface RecognizedLine extends Place {
  text: string
  words: readonly RecognizedWord[]
}

/** A part of the screen that a comparison leaves out, in percent of the screen. */
export type Mask =
  | 'statusbar'
  | { readonly left: number; readonly top: number; readonly width: number; readonly height: number }

/** What a comparison found. */
export interface Likeness {
  /** The share of compared pixels that are equal, 0 to 100. */
  percentage: number
  /** Null when the sizes are the same. */
  sizes: string | null
}

/** A phone on a contact sheet. */
export interface SheetPhone {
  name: string
  labels: readonly { name: string; color: string }[]
  /** When its picture was taken. */
  time: string
  /** Null where there is no picture; `missing` stands in its place. */
  jpeg: Uint8Array | null
}

/** What a contact sheet shows. */
export interface Sheet {
  title: string
  /** Stands where a phone has no picture. */
  missing: string
  phones: readonly SheetPhone[]
}

/** What each look takes and finds. Pictures are the bytes of a JPEG or PNG. */
export interface Looks {
  /** The lines of text, from top to bottom. */
  read: { takes: { picture: Uint8Array }; finds: readonly RecognizedLine[] }
  compare: {
    takes: { seen: Uint8Array; kept: Uint8Array; masks: readonly Mask[] }
    finds: Likeness
  }
  /** What differs, in red over the kept picture in faint gray, as PNG; null when the sizes differ. */
  difference: {
    takes: { seen: Uint8Array; kept: Uint8Array; masks: readonly Mask[] }
    finds: Uint8Array | null
  }
  /** The places of a part, from the top left. `threshold` is how alike they must be, 0 to 1. */
  find: { takes: { seen: Uint8Array; part: Uint8Array; threshold: number }; finds: readonly Place[] }
  /** Whether two frames differ to the eye, beside their status bars. */
  changed: { takes: { before: Uint8Array; now: Uint8Array }; finds: boolean }
  /** A small JPEG; `width` in px. */
  thumbnail: { takes: { picture: Uint8Array; width: number }; finds: Uint8Array }
  /** The same, for a program that waits for it. */
  scaled: { takes: { picture: Uint8Array; width: number }; finds: Uint8Array }
  /** A part of a picture, as PNG; less where the picture ends. */
  cutOut: { takes: { picture: Uint8Array; place: Place }; finds: Uint8Array }
  /** Whether a picture has one shade of gray alone. */
  plain: { takes: { picture: Uint8Array }; finds: boolean }
  png: { takes: { picture: Uint8Array }; finds: Uint8Array }
  /** A PNG, or a PDF of one page. */
  sheet: { takes: { sheet: Sheet; format: 'png' | 'pdf' }; finds: Uint8Array }
}

export type LookKind = keyof Looks

/** One look, as it is asked for. */
export type Look = { [Kind in LookKind]: { kind: Kind } & Looks[Kind]['takes'] }[LookKind]

/** What the process is sent: a look, and how much time of the processor it may take, in ms. */
export interface LookRequest {
  look: Look
  cpuMs: number
}

/** What the process hears: a look, or that a person touches a phone, to whom it leaves the processor. */
export type PictureMessage = LookRequest | 'hand'

/** What the process sends: that it is ready, then what each look found, why it failed, or that it takes too much. */
export type PictureAnswer =
  | { is: 'ready' }
  | { is: 'found'; found: unknown }
  | { is: 'failed'; why: string }
  | { is: 'overrun' }

/** Why a look failed: its message is one sentence. */
export class LookFailed extends Error {
  override readonly name = 'LookFailed'
}
