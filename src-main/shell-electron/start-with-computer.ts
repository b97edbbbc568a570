import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app as electron } from 'electron'
import { makeFolder } from '../core/disk/make-folder'
import { notSaved } from '../core/disk/save-file'
import { writeOut } from '../core/disk/write-out'
import { autostartEntry, autostartFolder } from './autostart-entry'

const entryName = 'fleetwall.desktop'

/**
 * Has the system start Fleetwall when the person logs in, or no longer: on Linux by a file in the autostart folder.
 * @param userDataDir the folder that the person named; null for the usual one
 * @throws FaultError `not-saved`
 */
export async function startWithComputer(starts: boolean, userDataDir: string | null): Promise<void> {
  // Unpackaged, the program is Electron with this folder. The path of an unpacked AppImage changes at each start.
  const program = [
    process.env['APPIMAGE'] ?? process.execPath,
    ...(electron.isPackaged ? [] : [electron.getAppPath()]),
  ]
  const args = userDataDir === null ? [] : ['--user-data-dir', userDataDir]
  if (process.platform !== 'linux') {
    const [path = '', ...own] = program
    electron.setLoginItemSettings({ openAtLogin: starts, path, args: [...own, ...args] })
    return
  }
  const folder = autostartFolder(process.env, homedir())
  const path = join(folder, entryName)
  try {
    if (!starts) return await rm(path, { force: true })
    await makeFolder(folder)
    await writeOut(path, autostartEntry([...program, ...args]))
  } catch (error) {
    throw notSaved(folder, error)
  }
}
