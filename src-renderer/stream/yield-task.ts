const due: (() => void)[] = []

/** Runs something behind all that has come to this thread by now, and by itself: what comes meanwhile waits for one at most. */
export function later(next: () => void): void {
  if (due.push(next) === 1) post()
}

function post(): void {
  // Where there are timers alone it waits for up to 4 ms.
  if (typeof scheduler === 'undefined') setTimeout(runFirst)
  else void scheduler.postTask(runFirst)
}

function runFirst(): void {
  due[0]?.()
  due.shift()
  if (due.length > 0) post()
}
