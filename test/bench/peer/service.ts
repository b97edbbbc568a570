import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createSecureServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import { WebSocketServer, type WebSocket } from 'ws'
import { untrustedCertificate } from '../../core/service/untrusted-certificate'
import { createPhoneScreen } from './phone-screen'
import {
  idOf,
  sentPath,
  uploadPath,
  type PeerOptions,
  type PeerReading,
  type PeerUpload,
  type Play,
} from './play'
import { answerTo, deviceOf, ticketFor } from './rest'

// A service without phones: its screens show prepared frames, and a new one at once after a press, so that only the app is
// measured. `service.ts OPTIONS` prints its port and that of secure sockets; POST /play changes the behaviour of the phones.

const options = JSON.parse(process.argv[2] ?? '') as PeerOptions
const pictures = options.files.map((file) => readFileSync(file))
const devices = Array.from({ length: options.phones }, (_, phone) => deviceOf(phone, options.walls))
const controlled = new Map<WebSocket, number>()
let play: Play = options.play
let touchedAt: number[] = []
let actedAt: number[] = []
let uploads: PeerUpload[] = []
/** Requests that wait for the list of phones. */
let waiting: (() => void)[] = []

const picture = (index: number): Buffer => {
  const jpeg = pictures[index % pictures.length]
  if (!jpeg) throw new Error('there are no pictures')
  return jpeg
}
const isControlled = (phone: number): boolean => [...controlled.values()].includes(phone)
const screens = devices.map(() => createPhoneScreen(picture(0), () => play.resendMs))

/** Shows frame after frame on each moving phone, spread evenly over time. */
function animate(phone: number): void {
  let turn = phone
  let dueAt = performance.now() + (1000 / play.fps) * ((phone * 0.618) % 1)
  const tick = () => {
    if (phone < play.moving && !isControlled(phone)) screens[phone]?.show(picture(turn++))
    dueAt += 1000 / play.fps
    setTimeout(tick, dueAt - performance.now())
  }
  setTimeout(tick, dueAt - performance.now())
}

function control(phone: number, socket: WebSocket): void {
  const { width: w, height: h } = options.frame
  let pressed = false
  controlled.set(socket, phone)
  // The phone may rest on the frame that a press shows, which would be no change.
  screens[phone]?.show(picture(0))
  socket.send(
    JSON.stringify({
      type: 'ready',
      logical: { w, h },
      snapshot: { w, h },
      max_messages_per_second: 120,
    }),
  )
  socket.on('message', (data: Buffer) => {
    const arrivedAt = performance.timeOrigin + performance.now()
    const message = JSON.parse(data.toString()) as { type: string; buttons?: number }
    if (message.type === 'ping') socket.send('{"type":"pong"}')
    if (message.type !== 'mouse' || pressed === (message.buttons === 1)) return
    pressed = !pressed
    touchedAt.push(arrivedAt)
    screens[phone]?.show(picture(pressed ? 1 : 0))
  })
  socket.once('close', () => controlled.delete(socket))
}

const reading = (): PeerReading => ({
  touchedAt,
  actedAt,
  shown: screens.reduce((sum, { shown }) => sum + shown, 0),
  sentBytes: screens.reduce((sum, { sentBytes }) => sum + sentBytes, 0),
  controlled: [...controlled.values()].map(idOf),
  uploads,
})

/** Answers tickets and discards uploads. @returns whether the request was one of these */
function takeFiles(request: IncomingMessage, response: ServerResponse): boolean {
  const { method, url = '', headers } = request
  if (method !== 'POST') return false
  if (url.endsWith('/media/ticket')) {
    request.resume()
    const uploadUrl = `http://${headers.host ?? ''}${uploadPath}`
    response.end(JSON.stringify(ticketFor(uploadUrl)))
    return true
  }
  if (!url.startsWith(uploadPath)) return false
  const upload: PeerUpload = { bytes: 0, begunAt: performance.now(), endedAt: null }
  uploads.push(upload)
  request.on('data', (piece: Buffer) => (upload.bytes += piece.byteLength))
  request.once('end', () => {
    upload.endedAt = performance.now()
    response.end('{}')
  })
  return true
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request
  const json = (status: number, type: string, body: unknown) =>
    response.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
  if (method === 'POST' && url === '/play') {
    const change = JSON.parse(await text(request)) as Partial<Play>
    if (Object.keys(change).length > 0) {
      touchedAt = []
      actedAt = []
      uploads = []
    }
    play = { ...play, ...change }
    if (play.listed) {
      for (const go of waiting) go()
      waiting = []
    }
    json(200, 'application/json', reading())
    return
  }
  if (url === sentPath) {
    const sent = screens.map(({ sentAt }, phone) => [idOf(phone), sentAt] as const)
    json(200, 'application/json', Object.fromEntries(sent))
    return
  }
  if (takeFiles(request, response)) return
  request.resume()
  if (method === 'POST' && url.endsWith('/actions')) {
    json(200, 'application/json', { result: {} })
    actedAt.push(performance.timeOrigin + performance.now())
    return
  }
  if (url === '/v1/devices' && !play.listed) await new Promise<void>((resolve) => waiting.push(resolve))
  const found = method === 'GET' ? answerTo(url, devices, options.frame) : null
  if (found !== null) json(200, 'application/json', found)
  else
    json(404, 'application/problem+json', {
      type: 'about:blank',
      title: 'x',
      status: 404,
      code: 'device_not_found',
      detail: 'x',
    })
}

const sockets = new WebSocketServer({ noServer: true, perMessageDeflate: false })
// Closing an idle connection just as the next call is sent would fail the measurement.
const keepAliveTimeout = 600_000
const server = createServer({ keepAliveTimeout }, (request, response) => void answer(request, response))
const secureServer = createSecureServer(untrustedCertificate)
const upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => {
  const { pathname, searchParams } = new URL(request.url ?? '', 'http://peer')
  const [, publicId, channel] = /^\/v1\/devices\/([^/]+)\/(stream|control)$/.exec(pathname) ?? []
  const phone = devices.findIndex(({ public_id }) => public_id === publicId)
  if (phone < 0) {
    socket.end('HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\n\r\n')
    return
  }
  sockets.handleUpgrade(request, socket, head, (opened) => {
    opened.on('error', () => opened.terminate())
    if (channel === 'control') control(phone, opened)
    else screens[phone]?.watch(opened, Number(searchParams.get('fps') ?? Infinity))
  })
}
devices.forEach((_, phone) => animate(phone))
const ports: number[] = []
for (const one of [server, secureServer]) {
  one.on('upgrade', upgrade)
  one.listen(0, '127.0.0.1')
  await once(one, 'listening')
  ports.push((one.address() as AddressInfo).port)
}
process.stdout.write(`ports ${ports.join(' ')}\n`)
