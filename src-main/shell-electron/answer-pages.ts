import { join } from 'node:path'
import { app as electron, MessageChannelMain, shell } from 'electron'
import { z } from 'zod'
import { desktopTextsSchema } from '../../src-shared/bridge/desktop-texts-schema'
import { mostFramePorts } from '../../src-shared/bridge/frame-packet'
import {
  fleetIdSchema,
  ownWindowSchema,
  phoneIdsSchema,
  roomSchema,
  wallNumberSchema,
} from '../../src-shared/bridge/own-window-schema'
import { webAddress } from '../../src-shared/protocol/device'
import type { App } from '../core/app'
import { channels } from './channels'
import { setMenu } from './menu'
import type { CrashRecovery } from './crash-recovery'
import type { Desktop } from './desktop'
import { moveToNextDisplay, tileWindows } from './displays'
import { createFileProofs } from './file-proofs'
import { resizePage } from './keep-place'
import { anything, isArrayBuffer, messagePort } from './message-port'
import { offerFile, proveFile } from './offer-files'
import { createPageMessages, noArguments } from './page-messages'
import type { Sender, Windows } from './windows'

const textSchema = z.string().max(10_000)
const addressSchema = textSchema.refine((text) => webAddress(text) !== '')
const bytesSchema = z.array(z.instanceof(Uint8Array)).max(16)

function connect(app: App, { window, fleetId, pageId }: Sender, framePorts: number): void {
  const session = app.sessions.of(fleetId)
  if (!session) return
  const bridge = new MessageChannelMain()
  const frames = Array.from({ length: framePorts }, () => new MessageChannelMain())
  const conversions = new MessageChannelMain()
  session.attachBridge(pageId, messagePort(bridge.port1, anything))
  frames.forEach(({ port1 }, at) =>
    session.attachFrames(pageId, messagePort(port1, isArrayBuffer), { at, of: framePorts }),
  )
  session.attachConversions(messagePort(conversions.port1, isArrayBuffer))
  const ports = [bridge, conversions, ...frames].map(({ port2 }) => port2)
  window.webContents.postMessage(channels.ports, null, ports)
}

/** Answers what the pages ask of the shell itself: their ports to the core, files by path, windows and the desktop. */
export function answerPages({
  opening,
  windows,
  desktop,
  crashRecovery,
  showFleet,
}: {
  opening: Promise<App>
  windows: Windows
  desktop: Desktop
  crashRecovery: CrashRecovery
  showFleet: (app: App, fleetId: string) => void
}): void {
  const proofs = createFileProofs(electron.getPath('userData'))
  const messages = createPageMessages({
    senderOf: windows.senderOf,
    onRefused: (channel) =>
      void opening.then(({ log }) => log.warn({ channel }, 'refused a message of a page')),
  })
  const fromAny = { from: 'any page', args: noArguments } as const
  messages.take(
    channels.connect,
    { from: 'any page', args: z.tuple([z.int().min(1).max(mostFramePorts)]) },
    (sender, framePorts) => {
      // If the app fails to open, the program exits below.
      opening.then(
        (app) => connect(app, sender, framePorts),
        () => undefined,
      )
    },
  )
  messages.answer(
    channels.offerFile,
    { from: 'any page', args: z.tuple([textSchema, textSchema]) },
    (_, path, name) => offerFile(proofs, path, name),
  )
  messages.answer(
    channels.proveFile,
    { from: 'any page', args: z.tuple([textSchema, bytesSchema]) },
    async (_, id, bytes) => proveFile((await opening).files, proofs, id, bytes),
  )
  messages.take(channels.openWall, { from: 'wall', args: z.tuple([wallNumberSchema]) }, windows.openWall)
  messages.take(
    channels.openOwnWindow,
    { from: 'any page', args: z.tuple([ownWindowSchema]) },
    ({ fleetId }, own) => windows.openOwn(fleetId, own),
  )
  messages.take(
    channels.reopenOwnWindows,
    { from: 'wall', args: z.tuple([phoneIdsSchema]) },
    ({ fleetId }, ids) => windows.reopen(fleetId, ids),
  )
  messages.take(
    channels.openFleet,
    { from: 'wall', args: z.tuple([fleetIdSchema]) },
    (_, id) => void opening.then((app) => showFleet(app, id)),
  )
  messages.take(
    channels.resizeOwnWindow,
    { from: 'phone', args: z.tuple([roomSchema]) },
    ({ window }, room) => resizePage(window, room),
  )
  messages.take(channels.keepOnTop, { from: 'any page', args: z.tuple([z.boolean()]) }, windows.keepOnTop)
  messages.take(channels.toggleFullScreen, fromAny, ({ window }) =>
    window.setFullScreen(!window.isFullScreen()),
  )
  messages.answer(channels.nextDisplay, fromAny, ({ window }) => moveToNextDisplay(window))
  messages.answer(channels.tileWindows, { from: 'wall', args: noArguments }, ({ window }) =>
    tileWindows(windows.phones, window),
  )
  messages.answer(channels.isOnTop, fromAny, ({ window }) => window.isAlwaysOnTop())
  messages.answer(channels.hadCrashed, fromAny, ({ window }) => crashRecovery.takeCrashed(window))
  messages.take(channels.openNotices, fromAny, () => {
    // Made by `npm run package`; a program that is being worked on has its packages beside it.
    const folder = electron.isPackaged ? process.resourcesPath : electron.getAppPath()
    const path = join(folder, electron.isPackaged ? 'THIRD-PARTY-NOTICES.txt' : 'node_modules')
    // A computer may have no program for it.
    void shell.openPath(path).then((problem) => {
      if (problem !== '') shell.showItemInFolder(path)
    })
  })
  messages.take(
    channels.openAddress,
    { from: 'any page', args: z.tuple([addressSchema]) },
    ({ fleetId }, address) =>
      void opening.then(({ sessions }) => {
        if (sessions.of(fleetId)?.knowsAddress(address)) void shell.openExternal(address)
      }),
  )
  messages.take(
    channels.keepWords,
    { from: 'any page', args: z.tuple([desktopTextsSchema]) },
    ({ window }, words) => {
      desktop.words = words
      const { menus, roles = null } = words
      if (!menus) return
      setMenu(process.platform, { menus, roles }, (id) => {
        if (!window.isDestroyed()) window.webContents.send(channels.runCommand, id)
      })
    },
  )
}
