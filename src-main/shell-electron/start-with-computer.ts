import { rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { app as electron } from 'electron'
import { makeFolder } from '../core/disk/make-folder'
import { notSaved } from '../core/disk/save-file'
import { writeOut } from '../core/disk/write-out'
import { autostartEntry, autostartFolder } from './autostart-entry'
import { loginItem } from './login-item'
import { ownCommand } from './own-command'

const entryName = 'fleetwall.desktop'

/**
 * Has the system start Fleetwall when the person logs in, or no longer: on Linux by a file in the autostart folder.
 * @param userDataDir the folder that the person named; null for the usual one
 * @throws FaultError `not-saved`
 */
export async function startWithComputer(starts: boolean, userDataDir: string | null): Promise<void> {
  const command = [...ownCommand(), ...(userDataDir === null ? [] : ['--user-data-dir', userDataDir])]
  if (process.platform !== 'linux') {
    electron.setLoginItemSettings({ openAtLogin: starts, ...loginItem(command) })
    return
  }
  const folder = autostartFolder(process.env, homedir())
  const path = join(folder, entryName)
  try {
    if (!starts) return await rm(path, { force: true })
    await makeFolder(folder)
    await writeOut(path, autostartEntry(command))
  } catch (error) {
    throw notSaved(folder, error)
  }
}
