import { contextBridge, ipcRenderer, webUtils } from 'electron'
import type { Offer } from '../../src-shared/bridge/offered-file'
import { portsMessage, preloadKey, type PreloadApi } from '../../src-shared/bridge/preload-api'
import { channels } from './channels'

ipcRenderer.on(channels.ports, (event) => {
  window.postMessage(portsMessage, window.location.origin, event.ports)
})

const api: PreloadApi = {
  platform: process.platform as PreloadApi['platform'],
  connect: () => ipcRenderer.send(channels.connect),
  openOwnWindow: (own) => ipcRenderer.send(channels.openOwnWindow, own),
  reopenOwnWindows: (publicIds) => ipcRenderer.send(channels.reopenOwnWindows, publicIds),
  resizeOwnWindow: (room) => ipcRenderer.send(channels.resizeOwnWindow, room),
  keepOnTop: (on) => ipcRenderer.send(channels.keepOnTop, on),
  isOnTop: () => ipcRenderer.invoke(channels.isOnTop) as Promise<boolean>,
  hadCrashed: () => ipcRenderer.invoke(channels.hadCrashed) as Promise<boolean>,
  keepWords: (words) => ipcRenderer.send(channels.keepWords, words),
  offerFiles: (files) =>
    Promise.all(
      files.map(
        (file) =>
          // Only a dropped or picked File has a path. The main process refuses others, such as clipboard images.
          ipcRenderer.invoke(
            channels.offerFile,
            webUtils.getPathForFile(file as File),
            (file as File).name,
          ) as Promise<Offer>,
      ),
    ),
}
contextBridge.exposeInMainWorld(preloadKey, api)
