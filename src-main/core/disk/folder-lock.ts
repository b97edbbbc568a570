import { createHash, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, linkSync, lstatSync, openSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join, resolve } from 'node:path'
import { FolderError } from './folder-error'
import { codeOf } from './own-file'

// Addresses of sockets have at most 104 bytes on macOS, 108 on Linux. The longest name here has 13.
const longestFolder = 85
// Some disks have no hard links, or none of sockets.
const noLinks = ['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS', 'EMLINK']
const unwritable = ['EACCES', 'EPERM', 'EROFS', 'ENOTSUP']

/**
 * Takes the folder for this process until it ends, however it ends: two processes would replace each other's files. The
 * system releases a listening socket when its process is gone.
 * @throws FolderError when another process has the folder
 */
export async function lockFolder(folder: string): Promise<void> {
  const isTaken = await (process.platform === 'win32' ? listens(pipeOf(folder)) : takes(folder)).catch(
    (error: NodeJS.ErrnoException) => {
      throw new FolderError('file', join(resolve(folder), 'lock'), error)
    },
  )
  if (!isTaken) throw new FolderError('in-use', folder)
}

/** A pipe of Windows ends with its process. */
const pipeOf = (folder: string) =>
  `\\\\.\\pipe\\fleetwall-${createHash('sha256').update(resolve(folder).toLowerCase()).digest('hex')}`

/** @returns false when another process has the folder. @throws the system's error, such as for a folder in its place */
async function takes(folder: string): Promise<boolean> {
  const place = addressOf(folder)
  // Only a socket that listens already gets the name of the lock: one that doesn't looks as if its process were gone.
  const own = join(place, `lock-${randomBytes(4).toString('hex')}`)
  const isOpen = await listens(own).catch(ifWritable)
  if (!isOpen) return isOpen === null
  try {
    const isTaken = await getsName(own, join(place, 'lock'))
    if (isTaken) await removeDead(place)
    return isTaken
  } finally {
    rmSync(own, { force: true })
  }
}

/** No process can replace files in a read-only folder. @returns null for such a one. @throws the error of any other */
function ifWritable(error: unknown): null {
  if (unwritable.includes(codeOf(error) ?? '')) return null
  throw error
}

/** Gives this process's socket a name that no process has. @returns false when one does */
async function getsName(own: string, name: string): Promise<boolean> {
  for (;;) {
    if (await links(own, name)) return true
    // Before the question: what does not answer must be what is replaced.
    const dead = identityOf(name)
    if (await isAnswered(name)) return false
    if (dead === '') {
      if (!existsSync(own)) throw Object.assign(new Error('the folder is gone'), { code: 'ENOENT' })
      continue
    }
    // Only the process with this name replaces the dead socket.
    const turn = turnOf(name, dead)
    if (!(await getsName(own, turn))) return false
    try {
      if (identityOf(name) === dead) {
        renameSync(turn, name)
        return true
      }
    } finally {
      rmSync(turn, { force: true })
    }
  }
}

/** Names the right to replace a dead socket. */
export function turnOf(name: string, dead: string): string {
  const key = createHash('sha256')
    .update(`${name.slice(name.lastIndexOf('/'))} ${dead}`)
    .digest('hex')
  return join(name, '..', `lock.${key.slice(0, 8)}`)
}

/** @returns false when the name is taken */
async function links(own: string, name: string): Promise<boolean> {
  try {
    linkSync(own, name)
    return true
  } catch (error) {
    const code = codeOf(error) ?? ''
    if (noLinks.includes(code)) return listens(name)
    // Without its own name another start has removed it, and has the lock.
    if (code === 'EEXIST' || code === 'ENOENT') return false
    throw error
  }
}

/** Names the socket itself, not its address; empty when there is none. */
function identityOf(address: string): string {
  const found = lstatSync(address, { bigint: true, throwIfNoEntry: false })
  return found ? `${found.ino} ${found.ctimeNs}` : ''
}

/** Removes what starts left behind that a kill ended midway. */
async function removeDead(place: string): Promise<void> {
  for (const name of readdirSync(place).filter((each) => /^lock[-.][0-9a-f]{8}$/.test(each))) {
    const path = join(place, name)
    if (!(await isAnswered(path))) rmSync(path, { force: true })
  }
}

/** Returns a path of the folder that is short enough for the address of a socket. */
function addressOf(folder: string): string {
  const path = resolve(folder)
  if (Buffer.byteLength(path) <= longestFolder || process.platform !== 'linux') return path
  // The folder stays open for the life of the process.
  return `/proc/self/fd/${openSync(folder, 'r')}`
}

/** Tries to listen. @returns false when the address is taken */
async function listens(address: string): Promise<boolean> {
  const server = createServer((socket) => socket.destroy())
  server.unref()
  try {
    await once(server.listen(address), 'listening')
    return true
  } catch (error) {
    if (codeOf(error) === 'EADDRINUSE') return false
    throw error
  }
}

async function isAnswered(address: string): Promise<boolean> {
  const socket = connect(address)
  try {
    await once(socket, 'connect')
    return true
  } catch (error) {
    // So many ask at once that this one has to wait.
    return codeOf(error) === 'EAGAIN'
  } finally {
    socket.destroy()
  }
}
