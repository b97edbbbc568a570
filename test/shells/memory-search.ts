import { closeSync, openSync, readFileSync, readSync } from 'node:fs'
import { pidsOfTree } from '../bench/process-tree'

const pieceBytes = 8 * 1024 * 1024
const pageBytes = 4096

/** Whether the memory of a process holds a text, as UTF-8 or UTF-16, or its environment or arguments do. Linux only. */
export function memoryHolds(pid: number, text: string): boolean {
  const needles = [Buffer.from(text), Buffer.from(text, 'utf16le')]
  const overlap = Math.max(...needles.map(({ byteLength }) => byteLength)) - 1
  const holds = (bytes: Buffer) => needles.some((needle) => bytes.includes(needle))
  const piece = Buffer.alloc(pieceBytes)
  try {
    if (['environ', 'cmdline'].some((name) => holds(readFileSync(`/proc/${pid}/${name}`)))) return true
    const memory = openSync(`/proc/${pid}/mem`, 'r')
    try {
      for (const { start, end } of readableRanges(pid)) {
        for (let at = start; at < end; at += pieceBytes - overlap) {
          const bytes = readAt(memory, piece, at, Math.min(pieceBytes, end - at))
          if (holds(bytes)) return true
        }
      }
      return false
    } finally {
      closeSync(memory)
    }
  } catch (error) {
    if (hasEnded(error)) return false
    throw error
  }
}

/** Returns Chromium's kind of a process, or `main`. */
export const kindOf = (pid: number): string =>
  /--type=([\w-]+)/.exec(readFileSync(`/proc/${pid}/cmdline`, 'utf8'))?.[1] ?? 'main'

/** Returns the kinds of a program's processes whose memory holds a text. Linux only. */
export const kindsThatHold = (main: number, text: string): string[] =>
  pidsOfTree(main)
    .filter((pid) => {
      try {
        return memoryHolds(pid, text)
      } catch (error) {
        // Only root may look into a process with Chromium's sandbox.
        const isSandboxed = process.getuid?.() !== 0 && pid !== main
        if (isSandboxed && (error as NodeJS.ErrnoException).code === 'EACCES') return false
        throw error
      }
    })
    .map(kindOf)

const hasEnded = (error: unknown) =>
  ['ENOENT', 'ESRCH'].includes(String((error as NodeJS.ErrnoException).code))

function readableRanges(pid: number): { start: number; end: number }[] {
  return readFileSync(`/proc/${pid}/maps`, 'utf8')
    .split('\n')
    .flatMap((line) => {
      const [, start, end, rights, name] = /^([\da-f]+)-([\da-f]+) (\S+) \S+ \S+ \S+ *(.*)$/.exec(line) ?? []
      if (!start || !end || !rights?.startsWith('r') || name === '[vvar]' || name === '[vsyscall]') return []
      return [{ start: Number.parseInt(start, 16), end: Number.parseInt(end, 16) }]
    })
}

/** Reads a piece. Where it can't be read whole, as beside the memory of a device, reads the pages that can be. */
function readAt(memory: number, piece: Buffer, at: number, bytes: number): Buffer {
  if (read(memory, piece, 0, bytes, at) < bytes) {
    for (let offset = 0; offset < bytes; offset += pageBytes) {
      const length = Math.min(pageBytes, bytes - offset)
      if (read(memory, piece, offset, length, at + offset) < length) piece.fill(0, offset, offset + length)
    }
  }
  return piece.subarray(0, bytes)
}

function read(memory: number, piece: Buffer, offset: number, length: number, at: number): number {
  try {
    return readSync(memory, piece, offset, length, at)
  } catch (error) {
    if (hasEnded(error)) throw error
    return 0
  }
}
