import { unlinkSync, writeSync } from 'node:fs'
import type { NewFile } from '../disk/save-file'

/** A new file that is written at places of the caller's choice, later or at once. */
export interface DiskFile {
  readonly path: string
  /** @throws Error of the file system; part of the bytes may be written */
  write(chunks: readonly Buffer[], at: number): Promise<void>
  /** Blocks until the bytes are written: for the end of the program. @throws Error of the file system */
  writeNow(chunks: readonly Buffer[], at: number): void
  truncate(bytes: number): Promise<void>
  close(): Promise<void>
  /** Removes the file, which is closed. */
  remove(): void
}

// Systems take at most 1024 pieces at once.
const mostPieces = 512

/** Takes over a file that was created a moment ago. */
export function createDiskFile({ path, file }: NewFile): DiskFile {
  /** A full disk may take part of the bytes, and says why only when it is asked for the rest. */
  const writeRest = async (rest: Buffer, at: number) => {
    for (let from = 0; from < rest.byteLength;) {
      const { bytesWritten } = await file.write(rest, from, rest.byteLength - from, at + from)
      from += bytesWritten
    }
  }

  return {
    path,
    async write(chunks, at) {
      let place = at
      for (let from = 0; from < chunks.length; from += mostPieces) {
        const pieces = chunks.slice(from, from + mostPieces)
        const bytes = pieces.reduce((sum, each) => sum + each.byteLength, 0)
        const { bytesWritten } = await file.writev(pieces, place)
        if (bytesWritten < bytes)
          await writeRest(Buffer.concat(pieces).subarray(bytesWritten), place + bytesWritten)
        place += bytes
      }
    },
    writeNow(chunks, at) {
      let place = at
      for (const chunk of chunks)
        for (let from = 0; from < chunk.byteLength;) {
          const written = writeSync(file.fd, chunk, from, chunk.byteLength - from, place)
          from += written
          place += written
        }
    },
    truncate: (bytes) => file.truncate(bytes),
    close: () => file.close(),
    remove: () => unlinkSync(path),
  }
}
