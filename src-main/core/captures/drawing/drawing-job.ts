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

/** What the drawing thread is asked for, once. */
export type DrawingJob =
  | { kind: 'png'; jpeg: Uint8Array }
  | { kind: 'sheet'; sheet: Sheet; format: 'png' | 'pdf' }
