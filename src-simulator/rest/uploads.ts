import type { IncomingMessage } from 'node:http'
import vocabulary from '../../resources/vocabulary.json'
import { assertUsable, addressOf, bearer } from '../auth/authorize'
import { Problem } from '../http/problem'
import type { Reply } from '../http/reply'
import { json } from '../http/reply'
import { isCleanText } from '../http/text-rules'
import type { ApiKey } from '../world/keys'
import type { Phone } from '../world/phone'
import type { World } from '../world/world'
import type { UploadTicket } from '../api/answers'
import type { Call, PhoneCall } from './call'
import { phoneOf } from './call'

/** The cap of the deprecated direct path (spec 4.8), bytes. */
const MOST_DIRECT_BYTES = 104_857_600

const LONGEST_NAME = 255

/** The spec shows no answer to an upload: its names are the vocabulary's. */
const receipt = vocabulary.uploadReceipt

interface Upload {
  request: IncomingMessage
  world: World
  phone: Phone
  filename: string
  maxBytes: number
}

function refuse(detail: string): never {
  throw new Problem('invalid_action', detail)
}

function filenameOf(url: URL): string {
  const name = url.searchParams.get('filename') ?? ''
  if (name === '') refuse('The query must have a filename')
  // What was no UTF-8 in the query has become replacement characters.
  const odd = !isCleanText(name) || /^\.\.?$|[/\\\p{Cc}\uFFFD]/u.test(name)
  if (odd || name.length > LONGEST_NAME) {
    refuse('The filename must be a plain file name of at most 255 characters')
  }
  return name
}

function assertLength(request: IncomingMessage, maxBytes: number): void {
  const length = request.headers['content-length']
  if (length !== undefined && Number(length) > maxBytes) {
    throw new Problem('payload_too_large', `At most ${maxBytes} bytes are accepted`)
  }
}

async function take({ request, world, phone, filename, maxBytes }: Upload): Promise<Reply> {
  phone.assertNotBlocked()
  return world.usage.charge('uploads', async () => {
    const file = await world.files.receive(request, maxBytes)
    await phone.reach().catch(() => {
      throw new Problem('upload_failed', 'The device could not be given the file')
    })
    const { bytes, sha256 } = file
    await phone.inTurn(() => {
      phone.handset.fileArrived({ name: filename, bytes, path: file.path })
      phone.events.add('file', { name: filename, bytes, sha256 })
    })
    return json({ [receipt.name]: filename, [receipt.bytes]: bytes, [receipt.sha256]: sha256 })
  })
}

async function limited(world: World, key: ApiKey, upload: () => Promise<Reply>): Promise<Reply> {
  world.rates.take('upload_endpoint', key.id)
  const free = world.uploadSlots.take(key.id, world.limits.uploads.concurrent)
  try {
    return await upload()
  } finally {
    free()
  }
}

/** POST {upload_url}?filename= with a ticket (spec 4.7). */
export async function uploadFile(call: Call): Promise<Reply> {
  const { request, world, url, parameters } = call
  const ticket = world.tickets.find(bearer(request), parameters['public_id'] ?? '')
  assertUsable(ticket.key, addressOf(request))
  world.rates.takeGeneral(ticket.key.id)
  const phone = phoneOf(call)
  world.rates.take('per_device', phone.publicId)
  return limited(world, ticket.key, () => {
    const filename = filenameOf(url)
    if (request.headers['transfer-encoding'] !== undefined)
      refuse('Chunked transfer encoding is not accepted')
    if (request.headers['content-length'] === undefined) refuse('A Content-Length is required')
    if (!/^application\/octet-stream\b/i.test(request.headers['content-type'] ?? '')) {
      refuse('The Content-Type must be application/octet-stream')
    }
    assertLength(request, ticket.maxBytes)
    const upload = { request, world, phone, filename, maxBytes: ticket.maxBytes }
    return world.tickets.spend(ticket, world.limits.tickets.single_use, () => take(upload))
  })
}

/** POST /devices/{public_id}/media?filename= with the API key (spec 4.8, deprecated). */
export async function uploadFileDirect({ request, world, url, phone, key }: PhoneCall): Promise<Reply> {
  return limited(world, key, () => {
    const filename = filenameOf(url)
    assertLength(request, MOST_DIRECT_BYTES)
    return take({ request, world, phone, filename, maxBytes: MOST_DIRECT_BYTES })
  })
}

/** POST /devices/{public_id}/media/ticket (spec 4.6). */
export function createTicket({ world, phone, key, request }: PhoneCall): Reply {
  phone.assertNotBlocked()
  const ticket = world.tickets.mint(phone.publicId, key, world.limits.tickets)
  return json({
    // Under the address that the client used, so that the upload takes the same way as the call.
    upload_url: `http://${request.headers.host ?? '127.0.0.1'}/v1/devices/${phone.publicId}/upload`,
    ticket: ticket.token,
    max_bytes: ticket.maxBytes,
    expires_at: new Date(ticket.expiresAt).toISOString(),
  } satisfies UploadTicket)
}
