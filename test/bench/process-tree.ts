import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessStat {
  pid: number
  parent: number
  cpuMs: number
  /** CPU time of the children that have ended and were waited for. */
  endedChildrenCpuMs: number
}

/** Null for a process that has just ended. */
function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may hold spaces, so fields are counted after it (proc(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ms = (first: number) =>
      ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond
    return { pid, parent: Number(fields[1]), cpuMs: ms(11), endedChildrenCpuMs: ms(13) }
  } catch {
    return null
  }
}

/** A process and all that descend from it. */
function treeOf(root: number): ProcessStat[] {
  const stats = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    return stat ? [stat] : []
  })
  const below = (pid: number): ProcessStat[] =>
    stats.flatMap((stat) => (stat.parent === pid ? [stat, ...below(stat.pid)] : []))
  return [...stats.filter(({ pid }) => pid === root), ...below(root)]
}

/** The processes of a tree. */
export const pidsOfTree = (root: number): number[] => treeOf(root).map(({ pid }) => pid)

/** CPU time, user and system, that a process and all that descend from it have used since they began, in ms. */
export const cpuOfTree = (root: number): number => treeOf(root).reduce((sum, { cpuMs }) => sum + cpuMs, 0)

/** The same of one process. */
export const cpuOf = (pid: number): number => readStat(pid)?.cpuMs ?? 0

/** CPU time of the programs that this process has run to their end, in ms. */
export const cpuOfEndedChildren = (): number => readStat(process.pid)?.endedChildrenCpuMs ?? 0

/** Bytes that a process has written, to sockets as to files, since it began. */
export function bytesWritten(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  return Number(/^wchar: (\d+)$/m.exec(text)?.[1])
}
