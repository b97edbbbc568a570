/** Runs decodes, no more at a time than there are cores for; those that are prompt do not wait. */
export interface DecodeQueue {
  /** @returns what `decode` resolves or rejects with */
  run<T>(prompt: boolean, decode: () => Promise<T>): Promise<T>
}

/**
 * @param slots decodes at a time; prompt ones come on top
 * @param later runs one beside another, or behind it, when what has come meanwhile was looked at: a decode may hold its thread
 * for milliseconds, and a prompt one must not wait for all the others
 */
export function createDecodeQueue(slots: number, later: (next: () => void) => void): DecodeQueue {
  const waiting: (() => void)[] = []
  let running = 0

  const place = (prompt: boolean): Promise<void> | undefined => {
    if (prompt || running < slots) {
      running += 1
      return prompt || running === 1 ? undefined : new Promise(later)
    }
    // Whoever leaves hands its place on.
    return new Promise((resolve) => waiting.push(resolve))
  }
  const leave = () => {
    const next = running <= slots ? waiting.shift() : undefined
    if (next) later(next)
    else running -= 1
  }

  return {
    async run(prompt, decode) {
      await place(prompt)
      try {
        return await decode()
      } finally {
        leave()
      }
    },
  }
}
