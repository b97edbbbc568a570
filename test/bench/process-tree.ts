import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessStat {
  pid: number
  parent: number
  cpuMs: number
}

/** Null for a process that has just ended. */
function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The name of the program, in parentheses, may hold spaces: fields are counted behind it (proc(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    return { pid, parent: Number(fields[1]), cpuMs: (ticks * 1000) / ticksPerSecond }
  } catch {
    return null
  }
}

/** CPU time, user and system, that a process and all that descend from it have used since they began, in ms. */
export function cpuOfTree(root: number): number {
  const stats = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    return stat ? [stat] : []
  })
  const inTree = (pid: number): number =>
    stats.reduce(
      (sum, stat) => sum + (stat.pid === pid ? stat.cpuMs : stat.parent === pid ? inTree(stat.pid) : 0),
      0,
    )
  return inTree(root)
}

/** Bytes that a process has written, to sockets as to files, since it began. */
export function bytesWritten(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  return Number(/^wchar: (\d+)$/m.exec(text)?.[1])
}
