/** Reports each error that nothing catches, and keeps the process alive. */
export function watchProcess(onError: (thrown: unknown) => void): void {
  process.on('uncaughtException', onError)
  process.on('unhandledRejection', onError)
  // A terminal that was closed takes no more lines.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined)
}

/** Returns whether a look-up of a host name is unanswered: a normal exit would wait for it. */
export function awaitsLookUp(): boolean {
  return process.getActiveResourcesInfo().includes('GetAddrInfoReqWrap')
}
