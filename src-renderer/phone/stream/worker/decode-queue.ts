/** Runs thumbnails' decodes, a few at a time. */
export interface DecodeQueue {
  /** Resolves or rejects with what `decode` does. */
  run<T>(decode: () => Promise<T>): Promise<T>
}

/**
 * @param slots decodes at a time
 * @param yieldTask delays a decode until waiting messages are handled: it may hold the thread for ms, and a prompt frame
 *   waits for one of them at most
 */
export function createDecodeQueue(
  slots: number,
  yieldTask: (next: () => void) => void = runAfterMessages,
): DecodeQueue {
  const waiting: (() => void)[] = []
  let running = 0

  const enter = (): Promise<void> | undefined => {
    if (running === slots) return new Promise((resolve) => waiting.push(resolve))
    running += 1
    return running === 1 ? undefined : new Promise(yieldTask)
  }
  const leave = () => {
    // The slot passes straight to the next one, so that no newcomer takes it first.
    const next = waiting.shift()
    if (next) yieldTask(next)
    else running -= 1
  }

  return {
    async run(decode) {
      await enter()
      try {
        return await decode()
      } finally {
        leave()
      }
    },
  }
}

const due: (() => void)[] = []

/** Runs a task after the messages that have come so far. Tasks run one by one, so that later messages wait for one. */
export function runAfterMessages(task: () => void): void {
  if (due.push(task) === 1) post()
}

function post(): void {
  // A timer may take 4 ms more.
  if (typeof scheduler === 'undefined') setTimeout(runFirst)
  else void scheduler.postTask(runFirst)
}

function runFirst(): void {
  due[0]?.()
  due.shift()
  if (due.length > 0) post()
}
