import { readFileSync } from 'node:fs'
import { pidsOfTree } from './process-tree'

/** The memory of a process, in MB. */
export interface ProcessMemory {
  pid: number
  /** Chromium's name for its kind, of a utility process for its service; `browser` for the first. */
  kind: string
  /** Resident memory, with shared pages. */
  residentMb: number
  /** Its proportional share of resident memory (PSS). */
  shareMb: number
  /** Private memory without files. */
  ownMb: number
}

const bytesPerMb = 1e6

/** Returns a value of a file with `Name:  12 kB` lines, in MB. */
function megabytes(text: string, name: string): number {
  return (Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1] ?? 0) * 1024) / bytesPerMb
}

function readMemory(pid: number): ProcessMemory | null {
  try {
    const [rollup, status, command] = ['smaps_rollup', 'status', 'cmdline'].map((file) =>
      readFileSync(`/proc/${pid}/${file}`, 'utf8'),
    )
    if (rollup === undefined || status === undefined || command === undefined) return null
    return {
      pid,
      kind: /--(?:utility-sub-)?type=([\w.-]+)(?!.*--utility-sub-type)/s.exec(command)?.[1] ?? 'browser',
      residentMb: megabytes(status, 'VmRSS'),
      shareMb: megabytes(rollup, 'Pss'),
      ownMb: megabytes(status, 'RssAnon'),
    }
  } catch {
    return null
  }
}

/** Returns the resident memory of a process, MB; 0 after its end. Cheap enough for many reads a second. */
export function residentOf(pid: number): number {
  try {
    return megabytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
  } catch {
    return 0
  }
}

/** Returns the memory of each process of a tree. */
export function memoryOfTree(root: number): ProcessMemory[] {
  return pidsOfTree(root).flatMap((pid) => readMemory(pid) ?? [])
}

/** Returns the machine's shared memory, in MB. Unread data in it counts for no process. */
export const sharedMemory = (): number => megabytes(readFileSync('/proc/meminfo', 'utf8'), 'Shmem')
