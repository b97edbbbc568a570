import type { Socket } from 'node:net'

type OnWritten = (error?: Error | null) => void

/**
 * Keeps a connection readable after a write on it has failed; Node would drop unread data with the connection. The
 * write's failure is reported once all data is read.
 */
export function readToItsEnd(socket: Socket): void {
  const write = socket._write.bind(socket)
  const writeMany = socket._writev?.bind(socket)
  const delayFailure =
    (onWritten: OnWritten): OnWritten =>
    (error) => {
      if (error) socket.once('end', () => onWritten(error))
      else onWritten()
    }
  socket._write = (piece, encoding, onWritten) => write(piece, encoding, delayFailure(onWritten))
  if (writeMany) socket._writev = (pieces, onWritten) => writeMany(pieces, delayFailure(onWritten))
}
