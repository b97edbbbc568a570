import type { Socket } from 'node:net'

/** What a stream is told once a piece is written. */
type Written = (error?: Error | null) => void

/**
 * Lets what has arrived on a connection be read though a write on it has failed, where Node drops it with the
 * connection. The failure is told behind the last byte.
 */
export function readToItsEnd(socket: Socket): void {
  const write = socket._write.bind(socket)
  const writeMany = socket._writev?.bind(socket)
  const late =
    (written: Written): Written =>
    (error) => {
      if (error) socket.once('end', () => written(error))
      else written()
    }
  socket._write = (piece, encoding, written) => write(piece, encoding, late(written))
  if (writeMany) socket._writev = (pieces, written) => writeMany(pieces, late(written))
}
