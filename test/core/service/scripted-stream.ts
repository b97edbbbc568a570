import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket as TcpSocket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import type { Route } from '../../../src-main/core/service/route'
import { createWsClient } from '../../../src-main/core/service/ws-client'
import { createFakeClock } from '../time/fake-clock'
import { untrustedCertificate } from './untrusted-certificate'

/** One frame of the WebSocket protocol, right or wrong. */
export interface WireFrame {
  first: number
  payload: Buffer
  isMasked?: boolean
  /** Its length takes eight bytes. */
  isLong?: boolean
}

export function bytesOf({ first, payload, isMasked = false, isLong = false }: WireFrame): Buffer {
  const { length } = payload
  const mask = isMasked ? 0x80 : 0
  const header = Buffer.alloc(isLong || length > 0xffff ? 10 : length > 125 ? 4 : 2)
  header[0] = first
  header[1] = mask | (header.length === 10 ? 127 : header.length === 4 ? 126 : length)
  if (header.length > 2)
    header.writeUIntBE(length, header.length === 10 ? 4 : 2, header.length === 10 ? 6 : 2)
  return Buffer.concat([header, Buffer.alloc(isMasked ? 4 : 0), payload])
}

/** What the service does with one connection. */
export interface StreamScript {
  answer: 'accept' | 'refuse' | 'lie' | 'cut'
  /** What follows the answer. */
  bytes: Buffer
  /** How many of the bytes come together with the answer. */
  withAnswer: number
  /** Where the others are cut into writes. */
  cuts: readonly number[]
  /** Whether the connection ends after the bytes; otherwise the client closes it after them. */
  ends: boolean
}

const lastPing = bytesOf({ first: 0x89, payload: Buffer.from('the end') })
const lastPong = '8a the end'

/** Plays the service in raw bytes. @param onHeard called with each frame of the client */
function serve(script: StreamScript, connection: TcpSocket, onHeard: (frame: string) => void): void {
  const write = (bytes: Buffer | string) => connection.writable && connection.write(bytes)
  const speak = async (key: string) => {
    const { answer, bytes, withAnswer, cuts, ends } = script
    if (answer === 'refuse') {
      connection.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 4\r\n\r\nno!!')
      return
    }
    const accept = createHash('sha1').update(`${key}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`).digest('base64')
    const lines = ['HTTP/1.1 101 Switching Protocols', 'Upgrade: websocket', 'Connection: Upgrade']
    lines.push(`Sec-WebSocket-Accept: ${answer === 'lie' ? 'x' : accept}`, '', '')
    const said = Buffer.from(lines.join('\r\n'))
    if (answer === 'cut') {
      connection.end(said.subarray(0, 40))
      return
    }
    write(Buffer.concat([said, bytes.subarray(0, withAnswer)]))
    const places = [withAnswer, ...cuts.filter((at) => at > withAnswer)]
    for (const [index, from] of places.entries()) {
      // The client reads what was written before.
      for (let turn = 0; turn < 2; turn += 1) await new Promise((resolve) => setImmediate(resolve))
      write(bytes.subarray(from, places[index + 1]))
    }
    if (ends) connection.end()
    else write(lastPing)
  }
  let received = Buffer.alloc(0)
  let isOpen = false
  connection.on('error', () => undefined)
  connection.on('end', () => connection.end())
  connection.on('data', (chunk) => {
    received = Buffer.concat([received, chunk])
    if (!isOpen) {
      const [, key = ''] = /^sec-websocket-key: (.*)\r$/im.exec(received.toString('latin1')) ?? []
      received = Buffer.alloc(0)
      isOpen = true
      void speak(key)
      return
    }
    // The client's frames are short and masked.
    for (;;) {
      const size = 6 + ((received[1] ?? 0) & 0x7f)
      if (received.length < size) return
      const [mask, masked] = [received.subarray(2, 6), received.subarray(6, size)]
      const payload = Buffer.from(masked.map((byte, index) => byte ^ (mask[index % 4] ?? 0)))
      const opcode = received.readUInt8(0).toString(16)
      received = received.subarray(size)
      onHeard(`${opcode} ${payload.toString('latin1')}`)
      if (opcode === '88' && connection.writable)
        connection.end(bytesOf({ first: 0x88, payload: Buffer.of(3, 232) }))
    }
  })
}

/** How long a message is needed: not at all, until the next that is needed, or for ever. */
export type Need = 'none' | 'next' | 'ever'

/** What takes the messages. */
export interface Taker {
  /** For each message in turn. */
  needs: readonly Need[]
  /** It closes the socket at this message, counted from 0. */
  closesAt: number
}

/** Plays a script to a client. @returns what the client reported, and what the service heard of it */
export async function playStream(
  script: StreamScript,
  { needs, closesAt }: Taker,
  { route, maxPayload, isSecure = false }: { route: Route; maxPayload: number; isSecure?: boolean },
) {
  const heard: string[] = []
  const reported: string[] = []
  const places = new Set<ArrayBufferLike>()
  const onConnection = (connection: TcpSocket) =>
    serve(script, connection, (frame) => {
      heard.push(frame)
      if (frame === lastPong) socket.close()
    })
  const server = isSecure
    ? createSecureServer({ ...untrustedCertificate, allowHalfOpen: true }, onConnection)
    : createServer({ allowHalfOpen: true }, onConnection)
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `${isSecure ? 'wss' : 'ws'}://127.0.0.1:${(server.address() as AddressInfo).port}`

  let messages = 0
  let newest: Buffer | undefined
  const needed = new Map<Buffer, Buffer>()
  let onGone: () => void = () => undefined
  const gone = new Promise<void>((resolve) => (onGone = resolve))
  const client = createWsClient(createFakeClock(), url, 'k', route)
  const socket = client.dial(
    '/',
    maxPayload,
    onGone,
  )({
    open: () => reported.push('open'),
    message(data, text) {
      reported.push(`${text ? 'text' : 'bytes'} ${createHash('sha1').update(data).digest('hex')}`)
      for (const [one, copy] of needed) if (!one.equals(copy)) reported.push('what is needed is overwritten')
      if (messages === closesAt) socket.close()
      const need = needs[messages % needs.length]
      messages += 1
      places.add(data.buffer)
      if (need === 'none') return data
      needed.set(data, Buffer.from(data))
      if (need === 'ever') return undefined
      const free = newest
      newest = data
      if (free) needed.delete(free)
      return free
    },
    refused: (status) => reported.push(`refused ${status}`),
    failed: (fault) => reported.push(`failed ${fault.kind}`),
    closed: (code, reason) => reported.push(`closed ${code} ${reason}`),
  })
  await gone
  server.close()
  await once(server, 'close')
  return { reported, heard, messages, buffers: places.size, kept: newest?.buffer.byteLength }
}
