import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { join, resolve } from 'node:path'
import { FaultError } from '../../../../src-shared/protocol/fault'
import { replaceOwnFile } from '../../disk/own-file'

// The address of a socket has at most 104 bytes on macOS with its end, 108 on Linux.
const longestAddress = 103
const onlyUser = 0o600
const forOthers = 0o177
const pipeForm = /^\\\\\.\\pipe\\fleetwall-control-[\da-f]{32}$/

/** Where programs connect, while it is open. */
export interface ControlSocket {
  /** The path of the socket; on Windows the name of the pipe. */
  readonly address: string
  /** Takes no more programs; those that are connected stay. */
  close(): void
}

const socketIn = (folder: string) => join(resolve(folder), 'control.sock')
const pipeFileIn = (folder: string) => join(resolve(folder), 'control-pipe')

/** Returns where the app of a user-data folder listens for programs; null where none can. It may not run. */
export function controlAddress(folder: string, platform = process.platform): string | null {
  if (platform !== 'win32') return socketIn(folder)
  try {
    const name = readFileSync(pipeFileIn(folder), 'utf8').trim()
    return pipeForm.test(name) ? name : null
  } catch {
    return null
  }
}

/** Connects to the app of a user-data folder. @returns null when none listens */
export async function reachApp(folder: string, platform = process.platform): Promise<Socket | null> {
  const address = controlAddress(folder, platform)
  if (address === null || isTooLong(address, platform)) return null
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return socket
  } catch {
    socket.destroy()
    return null
  }
}

/**
 * Listens for programs of this user: on a socket in the user-data folder, that this user alone may open; on Windows on a pipe
 * with a name that only a file of this user tells. A socket that a killed app has left is replaced.
 * @throws FaultError `door`
 */
export async function listenForPrograms(
  folder: string,
  onProgram: (socket: Socket) => void,
  platform = process.platform,
): Promise<ControlSocket> {
  const isWindows = platform === 'win32'
  const address = isWindows ? newPipe() : socketIn(folder)
  if (isTooLong(address, platform))
    throw new FaultError({ kind: 'door', why: 'long-path', detail: resolve(folder) })
  if (!isWindows && (await isAnswered(address)))
    throw new FaultError({ kind: 'door', why: 'failed', detail: `${address} is in use` })
  const server = createServer(onProgram)
  server.unref()
  try {
    if (isWindows) {
      await once(server.listen(address), 'listening')
      replaceOwnFile(pipeFileIn(folder), `${address}\n`)
    } else {
      rmSync(address, { force: true })
      // The socket is there once `listen` returns: no other user may open it for even a moment.
      const mask = process.umask(forOthers)
      const listening = once(server.listen(address), 'listening')
      process.umask(mask)
      await listening
      chmodSync(address, onlyUser)
    }
  } catch (error) {
    server.close()
    const detail = error instanceof Error ? error.message : String(error)
    throw new FaultError({ kind: 'door', why: 'failed', detail })
  }
  return {
    address,
    close() {
      server.close()
      if (isWindows) rmSync(pipeFileIn(folder), { force: true })
    },
  }
}

const newPipe = () => `\\\\.\\pipe\\fleetwall-control-${randomBytes(16).toString('hex')}`

const isTooLong = (address: string, platform: NodeJS.Platform) =>
  platform !== 'win32' && Buffer.byteLength(address) > longestAddress

async function isAnswered(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
