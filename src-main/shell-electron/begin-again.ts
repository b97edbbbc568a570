import { readFileSync } from 'node:fs'
import { kill, pid, platform } from 'node:process'

// Of Node 22.15; the types are those of Node 20.
type Execve = (file: string, args: readonly string[], env: NodeJS.ProcessEnv) => never

/**
 * Begins again in the same process, as another command. Returns where that can't be done: it is for Linux alone.
 * @param args the new command line, from the program's own name on
 */
export function beginAgain(file: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
  const { execve } = process as { execve?: Execve }
  if (platform !== 'linux' || !execve) return
  // They would outlive the exec, with what their memory holds.
  const children = readFileSync(`/proc/self/task/${pid}/children`, 'utf8').split(' ').filter(Boolean)
  for (const child of children) kill(Number(child), 'SIGKILL')
  execve(file, args, env)
}
