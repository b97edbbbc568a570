// Messages of other sizes than these would rarely fit again.
const unit = 64 * 1024
const smallUnit = 4 * 1024
// Of all that are free.
const mostBytes = 8 * 1024 * 1024

/**
 * The packets of one page, to be filled again: fresh memory for each costs more than the copying (decision 0023). Keeps
 * one of each size, the newest first. A page gets no bytes of another page's packets.
 */
export class PacketPool {
  readonly #free = new Map<number, ArrayBuffer>()

  /** @returns a packet of at least so many bytes, with bytes of an earlier one */
  take(bytes: number): ArrayBuffer {
    const step = bytes < unit ? smallUnit : unit
    const size = Math.ceil(bytes / step) * step
    const packet = this.#free.get(size)
    this.#free.delete(size)
    return packet ?? new ArrayBuffer(size)
  }

  /** Takes a packet back that nothing reads any more. */
  free(packet: ArrayBuffer): void {
    if (packet.byteLength > mostBytes) return
    this.#free.delete(packet.byteLength)
    this.#free.set(packet.byteLength, packet)
    let bytes = 0
    for (const size of this.#free.keys()) bytes += size
    for (const size of this.#free.keys()) {
      if (bytes <= mostBytes) return
      this.#free.delete(size)
      bytes -= size
    }
  }
}
