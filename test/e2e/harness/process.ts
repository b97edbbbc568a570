import type { ChildProcess } from 'node:child_process'

/** The output of a program, from both streams. */
export interface Output {
  /** Returns the output so far. */
  text(): string
  /**
   * Waits until the output matches `pattern`.
   * @throws Error with the output, if the program ends without a match
   */
  shows(pattern: RegExp): Promise<RegExpExecArray>
}

/** Collects the output of a program from now on. */
export function outputOf(child: ChildProcess): Output {
  let text = ''
  const watchers = new Set<() => void>()
  const notify = () => {
    for (const watcher of [...watchers]) watcher()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (data: string) => {
      text += data
      notify()
    })
  }
  child.once('close', notify)

  return {
    text: () => text,
    shows: (pattern) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = pattern.exec(text)
          const ended = child.exitCode !== null || child.signalCode !== null
          if (!found && !ended) return
          watchers.delete(look)
          if (found) resolve(found)
          else reject(new Error(`the program ended without ${String(pattern)}:\n${text}`))
        }
        watchers.add(look)
        look()
      }),
  }
}

/** Resolves with the exit code, or null if a signal ended the program. */
export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}

/** Ends a program with SIGTERM and waits for its exit. */
export async function stop(child: ChildProcess): Promise<void> {
  const exited = ended(child)
  child.kill('SIGTERM')
  await exited
}
