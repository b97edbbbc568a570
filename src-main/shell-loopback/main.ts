import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { WebSocketServer, type WebSocket } from 'ws'
import { z } from 'zod'
import { mostFramePorts, onlyPort } from '../../src-shared/bridge/frame-packet'
import { flawParameter, loopbackPaths } from '../../src-shared/bridge/loopback-paths'
import { placeIn, type PageId } from '../../src-shared/bridge/page-id'
import { fileFlaws, type Offer } from '../../src-shared/features/offered-file'
import { createApp } from '../core/app'
import type { Session } from '../core/session/session'
import { takeEnvironmentFleet } from '../core/saved-fleets/environment-fleet'
import { readDevServer } from '../core/page/dev-server'
import { mediaFolders, ownFolder } from '../core/disk/paths'
import { printDiagnostics } from '../core/settings/diagnostics'
import { policyPath, readPolicy } from '../core/saved-fleets/policy'
import { settingsFolder } from '../core/disk/settings-folder'
import { readArguments } from '../core/base/read-arguments'
import { watchProcess } from '../core/base/process-errors'
import { nowOffsetMs } from '../core/time/shifted-clock'
import { nodePictures } from '../core/pictures/picture-process'
import type { SimulatorProcess } from '../core/saved-fleets/simulator-host'
import { createGuard } from './guard'
import { createPageServer, howToOpen } from './page-server'
import { createPulledFiles, type PulledFiles } from './pulled-file'
import { binarySocketPort, jsonSocketPort } from './socket-port'
import { serveFromVite, serveStaticFile } from './static-files'

// Replaced by the build: true for `npm run dev`, which keeps the address over restarts.
declare const IS_DEV: boolean
const devServer = IS_DEV ? readDevServer(process.env) : null
const { FLEETWALL_DEV_ADDRESS: devAddress } = process.env
const lastAddress = IS_DEV && devAddress !== undefined ? new URL(devAddress) : null

const page = fileURLToPath(new URL('../renderer', import.meta.url))
const terminal = fileURLToPath(new URL('../../src-main/fleetwall.mjs', import.meta.url))
// A sheet crosses in one message.
const maxBridgeMessageBytes = 16 * 1024 * 1024
const maxOfferBytes = 4 * 1024 * 1024

const offersSchema = z.array(
  z.strictObject({ fileId: z.uuid(), name: z.string().min(1), bytes: z.int().nonnegative() }),
)
const portPlaceSchema = z
  .object({ at: z.coerce.number().int().min(0), of: z.coerce.number().int().max(mostFramePorts) })
  .refine(({ at, of }) => at < of)
  .catch(onlyPort)
const flawSchema = z.enum(fileFlaws)
const pullMethods = ['POST', 'PUT', 'DELETE']

function spawnSimulator(): SimulatorProcess {
  const child = fork(fileURLToPath(new URL('./simulator.js', import.meta.url)), [], {
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  })
  return {
    onOutput: (listener) => void child.stdout?.setEncoding('utf8').on('data', listener),
    onExit: (listener) => void child.once('exit', listener),
    kill: () => void child.kill(),
  }
}

const args = await readArguments(process.argv.slice(2))
if (readPolicy(policyPath(process.platform)).policy?.browserShell === false)
  failToStart(new Error('the administrator of this computer has switched the browser shell off.'))
const userDataDir = args.userDataDir ?? ownFolder(process.env, process.platform)
if (args.diagnostics !== null) process.exit(await printDiagnostics(args.diagnostics, userDataDir))
const openApp = async () =>
  createApp({
    userDataDir,
    settingsDir: settingsFolder(userDataDir, args.safe),
    request: args,
    environmentFleet: takeEnvironmentFleet(process.env),
    shell: 'browser',
    spawnSimulator,
    systemProxy: null,
    mediaFolders: mediaFolders(process.env, process.platform),
    idleSeconds: null,
    canUpdate: false,
    isSandboxed: true,
    startPictures: nodePictures('low'),
    downloadsDir: userDataDir,
    nowOffsetMs: nowOffsetMs(process.env),
    program: [process.execPath, terminal],
    isDoorAsked: args.door,
    grantsFile: process.env['FLEETWALL_GRANTS'] ?? '',
    fileOpener: null,
  })

function failToStart(error: unknown): never {
  process.stderr.write(
    `Fleetwall could not start: ${error instanceof Error ? error.message : String(error)}\n`,
  )
  process.exit(1)
}

const app = await openApp().catch(failToStart)
watchProcess((thrown) => app.report(thrown))
const host = () => `127.0.0.1:${(door.address() as AddressInfo).port}`
const lastingToken = lastAddress?.searchParams.get('token') ?? randomUUID()
const guard = createGuard(host, IS_DEV ? lastingToken : null)
const { door, server } = createPageServer((head) => guard.knows(head))
/** Each window's files are in its own pages. */
const pulledFiles = new WeakMap<Session, PulledFiles>()
function pulledBy(session: Session): PulledFiles {
  const known = pulledFiles.get(session)
  if (known) return known
  const pulled = createPulledFiles((wanted) => session.emit({ type: 'pull-file', ...wanted }))
  pulledFiles.set(session, pulled)
  return pulled
}
/** Returns the session of the window that a page belongs to; null for an unknown fleet. */
const sessionAt = ({ searchParams }: URL) => app.sessions.of(placeIn(searchParams).fleetId)

/** Ends the connection too, so that the rest of a body is not awaited. */
function refuse(response: ServerResponse, status: number, text: string): void {
  const headers = { 'content-type': 'text/plain; charset=utf-8', connection: 'close' }
  response.writeHead(status, headers).end(text)
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.byteLength
    if (bytes > maxOfferBytes) throw new Error('too large')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

async function takeOffers(
  pulled: PulledFiles,
  pageId: PageId,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const offers = offersSchema.parse(JSON.parse(await readBody(request)))
  const answers = offers.map((offer): Offer => {
    if (offer.bytes === 0) {
      return { ok: false, name: offer.name, fault: { kind: 'file', reason: 'empty', name: offer.name } }
    }
    app.files.put(offer.fileId, pulled.source(offer, pageId))
    return { ok: true, file: offer }
  })
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answers))
}

function takePull(
  pulled: PulledFiles,
  pullId: string,
  flaw: string | null,
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const done = () => void response.writeHead(204).end()
  if (request.method === 'PUT') {
    pulled.confirm(pullId)
    done()
  } else if (request.method === 'DELETE') {
    pulled.refuse(pullId, flawSchema.parse(flaw))
    done()
  } else if (pulled.deliver(pullId, request)) {
    request.on('end', done)
    request.on('error', () => response.destroy())
  } else refuse(response, 404, 'This file is no longer wanted')
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  if (guard.takesToken(request)) {
    response.writeHead(303, { location: guard.base, 'set-cookie': guard.cookie() }).end()
    return
  }
  const address = guard.admit(request)
  if (!address) {
    refuse(response, 403, howToOpen)
    return
  }
  const { pathname, searchParams } = address
  const pullId = pathname.startsWith(loopbackPaths.pull(''))
    ? pathname.slice(loopbackPaths.pull('').length)
    : ''
  if (request.method === 'GET' && devServer) await serveFromVite(devServer, address, request, response)
  else if (request.method === 'GET') await serveStaticFile(page, pathname, response)
  else if (request.method === 'POST' && pathname === loopbackPaths.offer) {
    const session = sessionAt(address)
    if (!session) refuse(response, 404, 'There is no such fleet')
    else await takeOffers(pulledBy(session), placeIn(searchParams).pageId, request, response)
  } else if (pullId && pullMethods.includes(request.method ?? '')) {
    const session = sessionAt(address)
    if (!session) refuse(response, 404, 'There is no such fleet')
    else takePull(pulledBy(session), pullId, searchParams.get(flawParameter), request, response)
  } else refuse(response, 405, 'Not allowed')
}

server.on('request', (request, response) => {
  answer(request, response).catch(() => {
    if (!response.headersSent) refuse(response, 400, 'Bad request')
    else response.destroy()
  })
})

const sockets = new WebSocketServer({
  noServer: true,
  perMessageDeflate: false,
  maxPayload: maxBridgeMessageBytes,
})
type Attach = (session: Session, pageId: PageId, socket: WebSocket, parameters: URLSearchParams) => void
const attachments: Readonly<Record<string, Attach>> = {
  [loopbackPaths.bridge](session, pageId, socket) {
    socket.once('close', pulledBy(session).connectPage(pageId))
    session.attachBridge(pageId, jsonSocketPort(socket))
  },
  [loopbackPaths.frames](session, pageId, socket, parameters) {
    const place = portPlaceSchema.parse(Object.fromEntries(parameters))
    session.attachFrames(pageId, binarySocketPort(socket), place)
  },
  [loopbackPaths.conversions]: (session, _page, socket) =>
    session.attachConversions(binarySocketPort(socket)),
}
server.on('upgrade', (request, socket, head) => {
  socket.on('error', () => socket.destroy())
  // Any page can open a socket to this host, but none can hide its origin.
  const address = request.headers.origin === `http://${host()}` ? guard.admit(request) : null
  const attach = address && attachments[address.pathname]
  const session = attach && sessionAt(address)
  if (!attach || !session) {
    socket.end('HTTP/1.1 403 Forbidden\r\n\r\n', () => socket.destroy())
    return
  }
  const { pageId } = placeIn(address.searchParams)
  sockets.handleUpgrade(request, socket, head, (webSocket) =>
    attach(session, pageId, webSocket, address.searchParams),
  )
})

/** Ends at once. Only a signal ends this shell, so the next start tells what was under way. */
function stop(): void {
  // Before the core closes the ports, which tells a page that another one has replaced it.
  for (const socket of sockets.clients) socket.terminate()
  app.interrupt()
  // A normal exit would wait for the keychain's prompt, or for the address of a host.
  if (app.heldUp) process.kill(process.pid, 'SIGKILL')
  process.exit(0)
}
process.once('SIGTERM', stop)
process.once('SIGINT', stop)
process.once('SIGHUP', stop)
process.once('disconnect', stop)

door.once('error', failToStart)
door.listen(Number(lastAddress?.port ?? 0), '127.0.0.1', () => {
  const { FLEETWALL_SAYS: says } = process.env
  if (says !== undefined) process.stderr.write(`Fleetwall: ${says}\n`)
  process.stdout.write(`http://${host()}/?token=${guard.token}\n`)
})
