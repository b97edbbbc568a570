import { readFileSync } from 'node:fs'
import { pidsOfTree } from './process-tree'

/** What is read of a process's memory, in MB. */
export interface ProcessMemory {
  pid: number
  /** As Chromium calls it: `browser` for the first. */
  kind: string
  /** Resident, with what it shares with others. */
  residentMb: number
  /** Its share of what is resident (PSS). */
  shareMb: number
  /** Its own, in no file and not shared. */
  ownMb: number
}

const bytesPerMb = 1e6

/** A value of a file of `Name:  12 kB` lines, in MB. */
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
      kind: /--type=([\w-]+)/.exec(command)?.[1] ?? 'browser',
      residentMb: megabytes(status, 'VmRSS'),
      shareMb: megabytes(rollup, 'Pss'),
      ownMb: megabytes(status, 'RssAnon'),
    }
  } catch {
    return null
  }
}

/** Resident memory of one process, MB; 0 for one that has ended. Cheap enough to be read many times a second. */
export function residentOf(pid: number): number {
  try {
    return megabytes(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS')
  } catch {
    return 0
  }
}

/** The memory of each process of a tree. */
export function memoryOfTree(root: number): ProcessMemory[] {
  return pidsOfTree(root).flatMap((pid) => readMemory(pid) ?? [])
}

/** Shared memory of the whole machine, in MB: what lies in it unread belongs to no process's resident memory. */
export const sharedMemory = (): number => megabytes(readFileSync('/proc/meminfo', 'utf8'), 'Shmem')
