/** A file that the user gave, wherever its bytes are: a path in Electron, the page itself on loopback. */
export interface FileSource {
  readonly name: string
  readonly bytes: number
  /** Aborted once its bytes cannot be had any more; left out where that does not happen. */
  readonly lost?: AbortSignal
  /**
   * Opens it anew, at its start.
   * @throws FaultError `file` when it is gone, changed since it was given, or unreadable
   */
  open(): Promise<OpenedFile>
}

export interface OpenedFile {
  /** Its bytes in order. A piece stays as it is until the next one has come; what it lies in may then be used again. */
  readonly pieces: AsyncIterable<Buffer>
  /**
   * Looks once more, behind the last byte, whether it still is what it was when it was given.
   * @throws FaultError `file` when it is not
   */
  check(): Promise<void>
  close(): Promise<void>
}
