import { lstat, rm } from 'node:fs/promises'
import { dirname, resolve } from 'node:path'

const isFolder = async (path: string) => (await lstat(path).catch(() => null))?.isDirectory() === true

/**
 * Removes a run's report and pictures: a folder that lies directly in the results folder. Links are not followed.
 * @param results where runs have their results, absolute
 * @throws Error of the file system
 */
export async function removeResults(results: string, folder: string): Promise<void> {
  // A damaged record may name the folder above: `results/..`.
  if (dirname(folder) !== results || resolve(folder) !== folder) return
  if (!(await isFolder(results)) || !(await isFolder(folder))) return
  await rm(folder, { recursive: true, force: true })
}
