/** Allows `burst` at once and `perSecond` after that. */
export interface Rate {
  perSecond: number
  burst: number
}

/** The numbers of spec section 8 that the client uses. */
export const limits = {
  customNameChars: 64,
  notesChars: 2000,
  labelsPerDevice: 20,
  labelNameChars: 50,
  labelsPerAccount: 200,
  patchBytes: 65_536,
  scrollNotches: 20,
  doubleTapGapMs: 500,
  textChars: 4096,
  pathPointsMin: 2,
  pathPointsMax: 200,
  controlMessageBytes: 8192,
  controlMessagesPerSecond: 120,
  controlHoldMs: 10_000,
  /** What a ticket allows today; it may say less (spec 2, Upload ticket). */
  ticketBytes: 300 * 1024 * 1024,
  directUploadBytes: 100 * 1024 * 1024,
  uploadsPerMinute: 60,
  uploadsAtOnce: 4,
  editsPerDevice: { perSecond: 10 / 60, burst: 5 },
  editsPerAccount: { perSecond: 5, burst: 20 },
  launchesPerDevice: { perSecond: 10 / 60, burst: 3 },
  launchesPerAccount: { perSecond: 2, burst: 10 },
  automationReads: { perSecond: 10, burst: 20 },
} as const
