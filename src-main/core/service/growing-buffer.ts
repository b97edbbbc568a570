/**
 * Collects a body that comes in pieces, up to a number of bytes. Copies them: pieces of one byte would take a hundred times
 * their size.
 */
export class GrowingBuffer {
  readonly #most: number
  #room = Buffer.alloc(0)
  #length = 0

  constructor(most: number) {
    this.#most = most
  }

  get bytes(): Buffer {
    return this.#room.subarray(0, this.#length)
  }

  /** @returns false, and takes nothing, when it would be too long */
  take(piece: Buffer): boolean {
    const length = this.#length + piece.byteLength
    if (length > this.#most) return false
    if (length > this.#room.byteLength) {
      const room = Buffer.allocUnsafe(Math.max(length, Math.min(2 * this.#length, this.#most)))
      this.bytes.copy(room)
      this.#room = room
    }
    piece.copy(this.#room, this.#length)
    this.#length = length
    return true
  }
}
