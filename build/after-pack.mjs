// electron-builder calls this with each program that it has put together, before it signs it.
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Removes Electron's own demo program, which a folder that is given as Electron still has. */
export default async function afterPack({ packager, appOutDir }) {
  await rm(join(packager.getResourcesDir(appOutDir), 'default_app.asar'), { force: true })
}
