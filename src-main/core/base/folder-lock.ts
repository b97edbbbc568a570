import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { lstatSync, openSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { FolderError } from './folder-error'

// Addresses of sockets have at most 104 bytes on macOS, 108 on Linux.
const longestAddress = 100

/**
 * Takes the folder for this process until it ends, however it ends: two processes would replace each other's files. The
 * system releases a listening socket when its process is gone.
 * @throws FolderError when another process has the folder
 */
export async function lockFolder(folder: string): Promise<void> {
  const address = addressIn(folder)
  const isTaken = await takes(address).catch((error: NodeJS.ErrnoException) => {
    throw new FolderError('file', join(resolve(folder), 'lock'), error)
  })
  if (!isTaken) throw new FolderError('in-use', folder)
}

/** @returns false when another process has the address. @throws the system's error, such as for a folder in its place */
async function takes(address: string): Promise<boolean> {
  if (await listens(address)) return true
  const left = socketAt(address)
  if (await isAnswered(address)) return false
  // Left by a process that was killed, unless another start has replaced it since.
  if (left !== '' && socketAt(address) === left) rmSync(address, { force: true })
  return listens(address)
}

/** Names the socket itself, not its address; empty when there is none, and for a pipe of Windows, which ends with its process. */
function socketAt(address: string): string {
  if (process.platform === 'win32') return ''
  const found = lstatSync(address, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.ino} ${found.ctimeNs}` : ''
}

function addressIn(folder: string): string {
  if (process.platform === 'win32') {
    return `\\\\.\\pipe\\fleetwall-${createHash('sha256').update(resolve(folder).toLowerCase()).digest('hex')}`
  }
  const path = join(resolve(folder), 'lock')
  if (Buffer.byteLength(path) <= longestAddress || process.platform !== 'linux') return path
  // The folder stays open for the life of the process.
  return `/proc/self/fd/${openSync(folder, 'r')}/lock`
}

/** Tries to listen. @returns false when the address is taken */
async function listens(address: string): Promise<boolean> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  try {
    await once(server.listen(address), 'listening')
    return true
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') return false
    // No process can replace files in a read-only folder.
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTSUP'].includes(code)) return true
    throw error
  }
}

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
