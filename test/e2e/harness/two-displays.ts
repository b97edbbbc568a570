import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startServer, startXvfb, type Display } from './display'

/** The size of each display, px. The second is to the right of the first. */
export const displaySize = { width: 1920, height: 1080 }

const mode = `${displaySize.width}x${displaySize.height}`
const outputs = ['DUMMY0', 'DUMMY1'] as const

// X.org's driver without hardware has many outputs, of which any can be there.
const config = `
Section "ServerFlags"
  Option "AutoAddDevices" "false"
  Option "AutoAddGPU" "false"
EndSection
Section "Device"
  Identifier "none"
  Driver "dummy"
  VideoRam 256000
EndSection
Section "Monitor"
  Identifier "any"
  HorizSync 5.0-1000.0
  VertRefresh 5.0-200.0
  Modeline "${mode}" 148.50 1920 2008 2052 2200 1080 1084 1089 1125
EndSection
Section "Screen"
  Identifier "all"
  Device "none"
  Monitor "any"
  DefaultDepth 24
  SubSection "Display"
    Depth 24
    Virtual 4096 2160
    Modes "${mode}"
  EndSubSection
EndSection
`

/** Two displays side by side. */
export interface TwoDisplays extends Display {
  /** Connects the second display, or takes it away. */
  connectSecond(connected: boolean): void
}

/** Starts X.org with two displays; null where its dummy driver or `xrandr` is missing, or it may not read a file of ours. */
export async function openTwoDisplays(): Promise<TwoDisplays | null> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-displays-'))
  const file = join(folder, 'xorg.conf')
  await writeFile(file, config)
  const server = await startServer('Xorg', [
    '-config',
    file,
    '-logfile',
    join(folder, 'log'),
    '-novtswitch',
    '-sharevts',
  ])
  const close = async () => {
    await server?.close()
    await rm(folder, { recursive: true, force: true })
  }
  const randr = (...args: string[]) =>
    spawnSync('xrandr', ['--display', server?.name ?? '', ...args]).status === 0
  const [first, second] = outputs
  // Until it is asked for all outputs, the server tells programs of the ones before.
  const connectSecond = (connected: boolean) =>
    randr('--output', second, ...(connected ? ['--mode', mode, '--right-of', first] : ['--off'])) &&
    randr('--query')
  if (server && randr('--addmode', second, mode) && connectSecond(true))
    return { name: server.name, connectSecond: (connected) => void connectSecond(connected), close }
  await close()
  return null
}

/** Starts Xvfb with a screen as large as two displays; null without it. */
export const openWideDisplay = (): Promise<Display | null> =>
  startXvfb(`${2 * displaySize.width}x${displaySize.height}x24`)
