import type { Size } from '../../../src-shared/protocol/device'

/** A point, in pixels of whatever space its name says. */
export interface Point {
  x: number
  y: number
}

/** An element's box in client (CSS) pixels, as getBoundingClientRect tells it. */
export interface Box {
  left: number
  top: number
  width: number
  height: number
}

// A box of the picture's proportions has whole pixels of the display, and the picture is stretched over it.
const layoutSlack = 1.5

/** Where a frame lies in a box that shows it whole, centred, in its own proportions. Client pixels. */
export function pictureBox(box: Box, frame: Size): Box {
  const scale = Math.min(box.width / frame.width, box.height / frame.height)
  const width = frame.width * scale
  const height = frame.height * scale
  if (box.width - width < layoutSlack && box.height - height < layoutSlack) return box
  return { left: box.left + (box.width - width) / 2, top: box.top + (box.height - height) / 2, width, height }
}

// Boxes are laid out in 1/64 px: a point on the very edge of the picture is still on it.
const edgeSlack = 1 / 32

/**
 * The snapshot pixel under a client point: whole numbers inside the frame.
 * @returns null on the letter-boxed edges, which are not the phone
 */
export function snapshotPoint(client: Point, box: Box, frame: Size): Point | null {
  const picture = pictureBox(box, frame)
  const across = client.x - picture.left
  const down = client.y - picture.top
  const inside =
    across >= -edgeSlack &&
    down >= -edgeSlack &&
    across <= picture.width + edgeSlack &&
    down <= picture.height + edgeSlack
  return inside ? nearestSnapshotPoint(client, box, frame) : null
}

/** The snapshot pixel nearest to a client point: where a press that was dragged off the screen still is. */
export function nearestSnapshotPoint(client: Point, box: Box, frame: Size): Point {
  const picture = pictureBox(box, frame)
  return {
    x: pixel((client.x - picture.left) / picture.width, frame.width),
    y: pixel((client.y - picture.top) / picture.height, frame.height),
  }
}

function pixel(share: number, extent: number): number {
  return Math.min(extent - 1, Math.max(0, Math.floor(share * extent)))
}
