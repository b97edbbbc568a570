import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { FileProbe, Offer } from '../../src-shared/features/offered-file'
import {
  commandMessage,
  portsMessage,
  preloadKey,
  type PreloadApi,
} from '../../src-shared/bridge/preload-api'
import { channels } from './channels'

ipcRenderer.on(channels.ports, (event) => {
  window.postMessage(portsMessage, window.location.origin, event.ports)
})

ipcRenderer.on(channels.runCommand, (_event, id) => {
  window.postMessage(`${commandMessage}${String(id)}`, window.location.origin)
})

/** Only a dropped or picked File has a path. The main process refuses others, such as clipboard images. */
async function offerFile(file: File): Promise<Offer> {
  const path = webUtils.getPathForFile(file)
  const asked = (await ipcRenderer.invoke(channels.offerFile, path, file.name)) as FileProbe | Offer
  if ('ok' in asked) return asked
  const read = async ({ start, end }: FileProbe['ranges'][number]) =>
    new Uint8Array(await file.slice(start, end).arrayBuffer())
  // A file that has changed since cannot be read; then the proof fails.
  const bytes = await Promise.all(asked.ranges.map(read)).catch(() => [])
  return ipcRenderer.invoke(channels.proveFile, asked.id, bytes) as Promise<Offer>
}

const api: PreloadApi = {
  platform: process.platform as PreloadApi['platform'],
  connect: (framePorts) => ipcRenderer.send(channels.connect, framePorts),
  openWall: (number) => ipcRenderer.send(channels.openWall, number),
  openOwnWindow: (own) => ipcRenderer.send(channels.openOwnWindow, own),
  openFleet: (fleetId) => ipcRenderer.send(channels.openFleet, fleetId),
  reopenOwnWindows: (publicIds) => ipcRenderer.send(channels.reopenOwnWindows, publicIds),
  resizeOwnWindow: (room) => ipcRenderer.send(channels.resizeOwnWindow, room),
  toggleFullScreen: () => ipcRenderer.send(channels.toggleFullScreen),
  nextDisplay: () => ipcRenderer.invoke(channels.nextDisplay) as Promise<boolean>,
  tileWindows: () => ipcRenderer.invoke(channels.tileWindows) as Promise<boolean>,
  keepOnTop: (on) => ipcRenderer.send(channels.keepOnTop, on),
  isOnTop: () => ipcRenderer.invoke(channels.isOnTop) as Promise<boolean>,
  hadCrashed: () => ipcRenderer.invoke(channels.hadCrashed) as Promise<boolean>,
  keepWords: (words) => ipcRenderer.send(channels.keepWords, words),
  openNotices: () => ipcRenderer.send(channels.openNotices),
  openAddress: (address) => ipcRenderer.send(channels.openAddress, address),
  offerFiles: (files) => Promise.all(files.map((file) => offerFile(file as File))),
}
contextBridge.exposeInMainWorld(preloadKey, api)
