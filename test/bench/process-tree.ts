import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'

const ticksPerSecond = Number(execFileSync('getconf', ['CLK_TCK'], { encoding: 'utf8' }))

interface ProcessStat {
  pid: number
  parent: number
  cpuMs: number
  /** CPU time of ended children. */
  endedChildrenCpuMs: number
}

/** Returns null for a process that has just ended. */
function readStat(pid: number): ProcessStat | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8')
    // The program's name, in parentheses, may contain spaces; the fields are counted after it (proc(5)).
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ')
    const ms = (first: number) =>
      ((Number(fields[first]) + Number(fields[first + 1])) * 1000) / ticksPerSecond
    return { pid, parent: Number(fields[1]), cpuMs: ms(11), endedChildrenCpuMs: ms(13) }
  } catch {
    return null
  }
}

/** Returns a process and its descendants. */
function treeOf(root: number): ProcessStat[] {
  const stats = readdirSync('/proc').flatMap((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null
    return stat ? [stat] : []
  })
  const below = (pid: number): ProcessStat[] =>
    stats.flatMap((stat) => (stat.parent === pid ? [stat, ...below(stat.pid)] : []))
  return [...stats.filter(({ pid }) => pid === root), ...below(root)]
}

/** Returns the process ids of a tree. */
export const pidsOfTree = (root: number): number[] => treeOf(root).map(({ pid }) => pid)

/** Returns the CPU time, user and system, of a process and its descendants since their start, in ms. */
export const cpuOfTree = (root: number): number => treeOf(root).reduce((sum, { cpuMs }) => sum + cpuMs, 0)

/** Returns the CPU time of one process, in ms. */
export const cpuOf = (pid: number): number => readStat(pid)?.cpuMs ?? 0

/** Returns the CPU time of a process's first thread, in ms. */
export const firstThreadCpuOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

/** Returns the CPU time of this process's ended children, in ms. */
export const cpuOfEndedChildren = (): number => readStat(process.pid)?.endedChildrenCpuMs ?? 0

/** Returns the bytes that a process has written to sockets and files since its start. */
export function bytesWritten(pid: number): number {
  const text = readFileSync(`/proc/${pid}/io`, 'utf8')
  return Number(/^wchar: (\d+)$/m.exec(text)?.[1])
}
