import type { ChildProcess } from 'node:child_process'

/** What a program writes, on both of its streams together. */
export interface Output {
  /** Everything so far. */
  text(): string
  /**
   * Waits until `pattern` is found in what was written.
   * @throws Error with what was written, when the program ends without it
   */
  shows(pattern: RegExp): Promise<RegExpExecArray>
}

/** Gathers what a program writes from now on. */
export function outputOf(child: ChildProcess): Output {
  let text = ''
  const watchers = new Set<() => void>()
  const tell = () => {
    for (const watcher of [...watchers]) watcher()
  }
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (data: string) => {
      text += data
      tell()
    })
  }
  child.once('close', tell)

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
          else reject(new Error(`it ended without ${String(pattern)}:\n${text}`))
        }
        watchers.add(look)
        look()
      }),
  }
}

/** Resolves with the exit code, or null when a signal ended it. */
export function ended(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('exit', (code) => resolve(code)))
}

/** Asks a program to end, and waits until it has. */
export async function stop(child: ChildProcess): Promise<void> {
  const over = ended(child)
  child.kill('SIGTERM')
  await over
}
