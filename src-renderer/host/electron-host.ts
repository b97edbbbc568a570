import { connect } from '../../src-shared/bridge/connect'
import { isWall, numberOf, phoneOf, placeIn } from '../../src-shared/bridge/page-id'
import { portsMessage, type preloadKey, type PreloadApi } from '../../src-shared/bridge/preload-api'
import { framePortsOf } from './frame-workers'
import type { Host } from './host'
import { messagePort } from './message-port'

declare global {
  interface Window {
    readonly [preloadKey]?: PreloadApi
  }
}

/** Connects to the Electron shell: bridge, frames and conversions come over MessagePorts from the main process. */
export async function electronHost(api: PreloadApi): Promise<Host> {
  const { fleetId, pageId } = placeIn(new URLSearchParams(location.search))
  const phone = phoneOf(pageId)
  const [bridgePort, conversionPort, framePorts] = await receivePorts(api, framePortsOf(phone))
  const bridge = connect(messagePort(bridgePort))
  const conversions = messagePort<ArrayBuffer>(conversionPort)
  return {
    kind: 'electron',
    platform: api.platform,
    bridge,
    frames: framePorts.map((port) => ({ port })),
    conversions: () => conversions,
    phone,
    wall: isWall(pageId) ? numberOf(pageId) : null,
    fleet: fleetId,
    openFleet: (id) => api.openFleet(id),
    // The main process knows.
    showsFleet: () => undefined,
    openWall: (number) => api.openWall(number),
    openOwnWindow: (window) => api.openOwnWindow(window),
    reopenOwnWindows: (publicIds) => api.reopenOwnWindows(publicIds),
    resizeOwnWindow: (room) => api.resizeOwnWindow(room),
    toggleFullScreen: () => api.toggleFullScreen(),
    displays: { next: () => api.nextDisplay(), tile: () => api.tileWindows() },
    onTop: { isOn: () => api.isOnTop(), keep: (on) => api.keepOnTop(on) },
    hadCrashed: () => api.hadCrashed(),
    keepWords: (words) => api.keepWords(words),
    openNotices: () => api.openNotices(),
    openAddress: (address) => api.openAddress(address),
    offerFiles: (files) => api.offerFiles(files),
    holdsFiles: () => false,
    onClosed: (listener) => void bridge.onClose(() => listener('lost')),
  }
}

function receivePorts(api: PreloadApi, count: number): Promise<[MessagePort, MessagePort, MessagePort[]]> {
  return new Promise((resolve) => {
    const receive = ({ data, source, ports: [bridge, conversions, ...frames] }: MessageEvent) => {
      if (source !== window || data !== portsMessage) return
      if (!bridge || !conversions) return
      window.removeEventListener('message', receive)
      resolve([bridge, conversions, frames])
    }
    window.addEventListener('message', receive)
    api.connect(count)
  })
}
