import type { Socket } from 'node:net'

type OnWritten = (error?: Error | null) => void

/**
 * Works around Node: a failed write destroys the socket with its unread data, so an early refusal is lost. Reports
 * the failure once all data is read. Not needed once upload-request.test reads an early answer without it.
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
