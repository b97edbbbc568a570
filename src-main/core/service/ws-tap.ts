import type { ClientRequest } from 'node:http'
import type { OnReadOpts, Socket } from 'node:net'

// Of all connections: what is read is used up before the next read.
const readBuffer = Buffer.allocUnsafeSlow(256 * 1024)
// Frames of one phone differ in size; most fit into the buffers that it has.
const roundedTo = 16 * 1024
// Pictures are smaller. A phone keeps its two buffers, so that larger ones would stay for good.
const mostTaken = 1024 * 1024
// A final frame of bytes, uncompressed.
const wholeBinary = 0x82
const firstControlOpcode = 8

export interface WsTapOptions {
  /** The largest frame to take, in bytes. */
  maxPayload: number
  /**
   * Gets a frame. Its bytes stay as they are until they are returned, by this call or a later one.
   * @returns a frame of this connection whose bytes are not needed any more
   */
  take: (frame: Buffer) => Buffer | undefined
}

/**
 * Reads the whole binary frames of one WebSocket beside `ws`, into buffers that it uses again; fresh memory for each costs
 * more than all other work on a frame (decision 0023). All else goes to `ws` in its order: the handshake, pings,
 * closes, texts, fragments, and what is invalid.
 */
export class WsTap {
  /** What `ws` hands on to `net` and `tls`, though its types don't say so. Within a tunnel they ignore it: there `ws` reads all. */
  readonly connectOptions: { onread: OnReadOpts } = {
    onread: { buffer: readBuffer, callback: (bytes) => this.#read(bytes) },
  }
  readonly #options: WsTapOptions
  #socket: Socket | null = null
  #stage: 'handshake' | 'header' | 'fill' | 'pass' = 'handshake'
  readonly #header = Buffer.alloc(10)
  #headerBytes = 0
  /** How many bytes of the header `ws` has. */
  #knownBytes = 0
  /** While it looks for where frames begin in what `ws` got with the handshake. */
  #isLooking = false
  /** How much of the frame is still to come, in bytes. */
  #left = 0
  #filled = 0
  #isFragmented = false
  /** Whether `ws` got something of this read: what it then does comes a tick later. */
  #hasPassed = false
  #goesOn = true
  /** The buffer to fill, and the one whose frame is in use. */
  #spare: Buffer | null = null
  #lent: Buffer | null = null

  constructor(options: WsTapOptions) {
    this.#options = options
  }

  /** Finds the connection; call it before the request has one. */
  watch(request: ClientRequest): void {
    request.once('socket', (socket) => (this.#socket = socket))
    request.once('upgrade', (_response, _socket, head) => {
      this.#stage = 'header'
      this.#isLooking = true
      this.#use(head)
      this.#isLooking = false
      this.#knownBytes = this.#headerBytes
    })
  }

  /** @returns whether to read on, as `Readable.push` does */
  #read(bytes: number): boolean {
    this.#hasPassed = false
    this.#goesOn = true
    this.#use(readBuffer.subarray(0, bytes))
    return this.#goesOn
  }

  #use(bytes: Buffer): void {
    for (let at = 0; at < bytes.length && !this.#socket?.destroyed;) at += this.#useSome(bytes.subarray(at))
  }

  /** @returns how many bytes it has used */
  #useSome(bytes: Buffer): number {
    if (this.#stage === 'handshake') {
      this.#pass(bytes)
      return bytes.length
    }
    if (this.#stage === 'header') return this.#useHeader(bytes)
    const part = bytes.subarray(0, this.#left)
    this.#left -= part.length
    if (this.#stage === 'pass') this.#pass(part)
    else if (this.#spare) this.#filled += part.copy(this.#spare, this.#filled)
    if (this.#left > 0) return part.length
    if (this.#stage === 'fill') this.#end()
    this.#nextFrame()
    return part.length
  }

  #useHeader(bytes: Buffer): number {
    const used = bytes.copy(this.#header, this.#headerBytes, 0, this.#headerSize - this.#headerBytes)
    this.#headerBytes += used
    // `ws` refuses some frames by their first two bytes.
    if (this.#headerBytes >= 2 && !this.#isWholeBinary) this.#passHeader()
    if (this.#headerBytes === this.#headerSize) this.#begin()
    return used
  }

  /** Its size as far as it is known: the second byte says whether the length has bytes of its own. */
  get #headerSize(): number {
    const length = this.#headerBytes < 2 ? 0 : this.#header.readUInt8(1) & 0x7f
    return length < 126 ? 2 : length === 126 ? 4 : 10
  }

  get #length(): number {
    const header = this.#header
    if (this.#headerSize === 2) return header.readUInt8(1) & 0x7f
    if (this.#headerSize === 4) return header.readUInt16BE(2)
    return header.readUInt32BE(2) * 2 ** 32 + header.readUInt32BE(6)
  }

  /** The header is whole. */
  #begin(): void {
    this.#left = this.#length
    if (this.#mayTake) {
      if (!this.#spare || this.#spare.length < this.#left)
        this.#spare = Buffer.allocUnsafeSlow(Math.ceil(this.#left / roundedTo) * roundedTo)
      this.#filled = 0
      this.#stage = 'fill'
      return
    }
    const first = this.#header.readUInt8(0)
    if ((first & 0x0f) < firstControlOpcode) this.#isFragmented = first < 0x80
    this.#stage = 'pass'
    this.#passHeader()
    if (this.#left === 0) this.#nextFrame()
  }

  #nextFrame(): void {
    this.#stage = 'header'
    this.#headerBytes = this.#knownBytes = 0
  }

  /** Whether the first two bytes are those of a message of bytes in one frame, unmasked. */
  get #isWholeBinary(): boolean {
    return (
      this.#header.readUInt8(0) === wholeBinary && this.#header.readUInt8(1) < 0x80 && !this.#isFragmented
    )
  }

  /** Whether the frame is one to take. */
  get #mayTake(): boolean {
    return (
      this.#isWholeBinary &&
      this.#left > 0 &&
      this.#left <= Math.min(mostTaken, this.#options.maxPayload) &&
      !this.#isLooking &&
      this.#knownBytes === 0
    )
  }

  /** The frame is whole. It goes to `ws` while that has not dealt with all that came before. */
  #end(): void {
    const filled = this.#spare
    if (!filled) return
    const frame = filled.subarray(0, this.#filled)
    if (this.#hasPassed || this.#socket?.readableLength !== 0) {
      this.#passHeader()
      this.#pass(frame)
      return
    }
    this.#spare = null
    const free = this.#options.take(frame)?.buffer
    if (free === filled.buffer) {
      this.#spare = filled
      return
    }
    if (free === this.#lent?.buffer) this.#spare = this.#lent
    this.#lent = filled
  }

  #passHeader(): void {
    this.#pass(this.#header.subarray(this.#knownBytes, this.#headerBytes))
    this.#knownBytes = this.#headerBytes
  }

  /** `ws` may keep the bytes, and the next read overwrites these. */
  #pass(bytes: Buffer): void {
    if (this.#isLooking || bytes.length === 0) return
    this.#hasPassed = true
    this.#goesOn = this.#socket?.push(Buffer.from(bytes)) ?? true
  }
}
