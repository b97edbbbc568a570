import { cp, symlink } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { root } from '../e2e/harness/programs'
import { freshFolder } from '../e2e/harness/wall'

const leftOut = new Set(['.git', 'dist', 'node_modules', 'out'])

/** Copies the project, so that a test can build it while others use the built one. */
export async function copyProject(): Promise<{ path: string; remove(): Promise<void> }> {
  const folder = await freshFolder()
  await cp(root, folder.path, { recursive: true, filter: (source) => !leftOut.has(relative(root, source)) })
  await symlink(join(root, 'node_modules'), join(folder.path, 'node_modules'))
  return folder
}
