/** A file that the user chose, wherever its bytes are: a path in Electron, the page itself on loopback. */
export interface FileSource {
  readonly name: string
  readonly bytes: number
  /** Where it lies, absolute; absent where only the page knows. */
  readonly path?: string
  /** Aborted when the bytes become unavailable; absent where that can't happen. */
  readonly lost?: AbortSignal
  /**
   * Opens the file at its start.
   * @throws FaultError `file` when it is gone, has changed since it was chosen, or is unreadable
   */
  open(): Promise<OpenedFile>
}

export interface OpenedFile {
  /** The bytes in order. A piece is valid until the next one arrives; its memory may then be reused. */
  readonly pieces: AsyncIterable<Buffer>
  /**
   * Checks, after the last byte, that the file is still the one that was chosen.
   * @throws FaultError `file` when it has changed
   */
  check(): Promise<void>
  close(): Promise<void>
}
