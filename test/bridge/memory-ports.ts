import type { Port } from '../../src-shared/bridge/port'

/** One end's listeners. */
class MemoryPort<Message> implements Port<Message> {
  readonly hearers = new Set<(message: Message) => void>()
  readonly closers = new Set<() => void>()
  open = true
  peer: MemoryPort<Message> | null = null

  send(message: Message): void {
    if (!this.open) return
    const { peer } = this
    // As on a wire, delivery is asynchronous and the message is a copy.
    const copy = structuredClone(message)
    queueMicrotask(() => {
      if (peer?.open) for (const hear of [...peer.hearers]) hear(copy)
    })
  }

  onMessage(listener: (message: Message) => void) {
    this.hearers.add(listener)
    return () => void this.hearers.delete(listener)
  }

  onClose(listener: () => void) {
    this.closers.add(listener)
    return () => void this.closers.delete(listener)
  }

  close(): void {
    queueMicrotask(() => {
      this.end()
      this.peer?.end()
    })
  }

  private end(): void {
    if (!this.open) return
    this.open = false
    for (const closer of [...this.closers]) closer()
  }
}

/** Makes a pair of ports in memory. */
export function memoryPorts<Message = unknown>() {
  const [a, b] = [new MemoryPort<Message>(), new MemoryPort<Message>()]
  a.peer = b
  b.peer = a
  /** The number of listeners at `a`. */
  const listeners = (event: 'message' | 'close') => (event === 'message' ? a.hearers : a.closers).size
  return { a, b, listeners }
}
