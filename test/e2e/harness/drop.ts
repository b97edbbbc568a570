import type { Locator } from 'playwright-core'
import type { Wall } from './wall'

type DragEventType = 'dragEnter' | 'dragOver' | 'drop'

/** Drags files from disk as the operating system does, so the page gets real files with paths. */
async function drag(
  wall: Pick<Wall, 'devtools'>,
  over: Locator,
  files: string[],
  types: DragEventType[],
): Promise<void> {
  const box = await over.boundingBox()
  if (!box) throw new Error('the drop target is not visible')
  const place = { x: box.x + box.width / 2, y: box.y + box.height / 2 }
  const data = { items: [], files, dragOperationsMask: 1 }
  for (const type of types) await wall.devtools.send('Input.dispatchDragEvent', { type, ...place, data })
}

/** Holds files over an element. */
export function hoverFiles(wall: Wall, over: Locator, files: string[]): Promise<void> {
  return drag(wall, over, files, ['dragEnter', 'dragOver'])
}

/** Drops files on an element. */
export function dropFiles(wall: Pick<Wall, 'devtools'>, on: Locator, files: string[]): Promise<void> {
  return drag(wall, on, files, ['dragEnter', 'dragOver', 'drop'])
}
