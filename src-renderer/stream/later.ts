/** Runs something behind all that has come to this thread by now. */
export const later = (next: () => void): void => {
  // Where there are timers alone it waits for up to 4 ms.
  if (typeof scheduler === 'undefined') setTimeout(next)
  else void scheduler.postTask(next)
}
