/** Runs something behind all that has come to this thread by now; a timer waits for up to 4 ms, and a message to itself costs as much as a tenth of a decode. */
export const later = (next: () => void): void => {
  if (typeof scheduler === 'undefined') setTimeout(next)
  else void scheduler.postTask(next)
}
