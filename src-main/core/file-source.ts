import type { Readable } from 'node:stream'

/** A file that the user gave, wherever its bytes are: a path in Electron, the page itself on loopback. */
export interface FileSource {
  readonly name: string
  readonly bytes: number
  /**
   * Its bytes from the start, each time anew.
   * @throws FaultError `file` when it is gone, changed since it was given, or unreadable
   */
  open(): Promise<Readable>
}
