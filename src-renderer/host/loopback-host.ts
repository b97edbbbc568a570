import { connect } from '../../src-shared/bridge/connect'
import { flawParameter, loopbackCloseCodes, loopbackPaths } from '../../src-shared/bridge/loopback-paths'
import type { FileFlaw, Offer, OfferRequest } from '../../src-shared/features/offered-file'
import {
  firstWall,
  isWall,
  numberOf,
  type PagePlace,
  parametersOf,
  phoneOf,
  phonePage,
  placeIn,
  wallPage,
} from '../../src-shared/bridge/page-id'
import { FaultError } from '../../src-shared/protocol/fault'
import type { Platform } from '../../src-shared/bridge/platform'
import { framePortsOf } from './frame-workers'
import type { CloseReason, Host } from './host'
import { binarySocketPort, jsonSocketPort } from './socket-port'

const ownPlace = () => placeIn(new URLSearchParams(location.search))
/** The name of a window that shows a fleet, also of the first one. */
const nameOfFleet = (id: string) => `fleetwall fleet ${id}`
const addressOf = (place: PagePlace) => `./?${parametersOf(place).toString()}`
/** Resolves a path; requests of a page beside the first wall name its place. */
const urlOf = (path: string) => {
  const url = new URL(`.${path}`, location.href)
  for (const [name, value] of parametersOf(ownPlace())) url.searchParams.set(name, value)
  return url
}
const socketUrl = (path: string) => {
  const url = urlOf(path)
  url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
  return url.href
}

function frameUrls(phone: string | null): string[] {
  const of = framePortsOf(phone)
  return Array.from({ length: of }, (_, at) => {
    const url = new URL(socketUrl(loopbackPaths.frames))
    url.searchParams.set('at', String(at))
    url.searchParams.set('of', String(of))
    return url.href
  })
}

/** A file as it was when offered; its time is in ms since the epoch. */
interface OfferedFile {
  file: File
  bytes: number
  modifiedAt: number
}

/** Connects a browser to the loopback shell: the bridge is a WebSocket, and files stay here until the core pulls them. */
export function loopbackHost(): Host {
  const { fleetId, pageId } = ownPlace()
  const phone = phoneOf(pageId)
  const socket = new WebSocket(socketUrl(loopbackPaths.bridge))
  const bridge = connect(jsonSocketPort(socket))
  const offered = new Map<string, OfferedFile>()
  let converting: WebSocket | null = null

  bridge.onEvent((event) => {
    if (event.type === 'pull-file') void answerPull(event.pullId, offered.get(event.fileId))
  })

  return {
    kind: 'loopback',
    platform: platform(),
    bridge,
    frames: frameUrls(phone).map((url) => ({ url })),
    conversions() {
      if (!converting || converting.readyState > WebSocket.OPEN)
        converting = new WebSocket(socketUrl(loopbackPaths.conversions))
      return binarySocketPort(converting)
    },
    phone,
    wall: isWall(pageId) ? numberOf(pageId) : null,
    fleet: fleetId,
    openFleet(id) {
      // Without an address, a window of this name is left as it is.
      const shown = window.open('', nameOfFleet(id))
      if (shown?.location.href === 'about:blank')
        shown.location.href = new URL(addressOf({ fleetId: id, pageId: firstWall }), location.href).href
      shown?.focus()
    },
    showsFleet(id) {
      if (pageId === firstWall) window.name = nameOfFleet(id)
    },
    openWall: (number) =>
      void window.open(
        addressOf({ fleetId, pageId: wallPage(number) }),
        '_blank',
        // With an opener it would share this page's thread, so that each would wait for the other.
        `popup,noopener,width=${outerWidth},height=${outerHeight}`,
      ),
    openOwnWindow({ publicId, width, height }) {
      const address = addressOf({ fleetId, pageId: phonePage(publicId) })
      window.open(address, `fleetwall ${fleetId ?? ''} ${publicId}`, `popup,width=${width},height=${height}`)
    },
    // A browser opens windows only on a person's action.
    reopenOwnWindows: () => undefined,
    resizeOwnWindow({ width, height }) {
      const fills = outerWidth >= screen.availWidth && outerHeight >= screen.availHeight
      // A browser resizes popups only, never tabs.
      if (!fills) window.resizeTo(width + outerWidth - innerWidth, height + outerHeight - innerHeight)
    },
    toggleFullScreen() {
      void (document.fullscreenElement
        ? document.exitFullscreen()
        : document.documentElement.requestFullscreen())
    },
    displays: null,
    onTop: null,
    // A browser reports its crashes itself.
    hadCrashed: () => Promise.resolve(false),
    keepWords: null,
    openNotices: null,
    openAddress: (address) => void window.open(address, '_blank', 'noopener,noreferrer'),
    async offerFiles(files) {
      const requests = files.map((file): OfferRequest => {
        const fileId = crypto.randomUUID()
        offered.set(fileId, { file, bytes: file.size, modifiedAt: file.lastModified })
        return { fileId, name: file.name, bytes: file.size }
      })
      return offer(requests, urlOf(loopbackPaths.offer))
    },
    holdsFiles: () => offered.size > 0,
    onClosed: (listener) => socket.addEventListener('close', ({ code }) => listener(closeReason(code))),
  }
}

async function offer(requests: OfferRequest[], url: URL): Promise<Offer[]> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(requests),
  })
  if (!response.ok) {
    throw new FaultError({ kind: 'internal', detail: `Couldn't offer the files: HTTP ${response.status}` })
  }
  return response.json() as Promise<Offer[]>
}

/** Streams the file that the core asked for, and checks it before and after. The core reports failures. */
async function answerPull(pullId: string, offered: OfferedFile | undefined): Promise<void> {
  const url = urlOf(loopbackPaths.pull(pullId))
  const flaw = offered ? await sendFile(url, offered) : 'gone'
  if (flaw) url.searchParams.set(flawParameter, flaw)
  const verdict = fetch(url, { method: flaw ? 'DELETE' : 'PUT' })
  // The core may be gone.
  await verdict.catch(() => undefined)
}

/** @returns the file's flaw, or null once its bytes are sent */
async function sendFile(url: URL, offered: OfferedFile): Promise<FileFlaw | null> {
  const flaw = await flawOf(offered)
  if (flaw) return flaw
  try {
    await fetch(url, { method: 'POST', body: offered.file })
    return await flawOf(offered)
  } catch {
    return (await flawOf(offered)) ?? 'unreadable'
  }
}

/** Returns how a file differs from what was offered. A browser refuses to read a file that has changed on disk. */
async function flawOf({ file, bytes, modifiedAt }: OfferedFile): Promise<FileFlaw | null> {
  try {
    const last = await file.slice(bytes - 1, bytes).arrayBuffer()
    return last.byteLength === 1 && file.lastModified === modifiedAt ? null : 'changed'
  } catch (error) {
    return error instanceof DOMException && error.name === 'NotFoundError' ? 'gone' : 'changed'
  }
}

const closeReason = (code: number): CloseReason =>
  code === loopbackCloseCodes.replaced ? 'replaced' : 'lost'

function platform(): Platform {
  if (/Mac|iPhone|iPad/.test(navigator.platform)) return 'darwin'
  return navigator.platform.startsWith('Win') ? 'win32' : 'linux'
}
