import { parentPort, workerData } from 'node:worker_threads'
import { createCanvas, loadImage } from '@napi-rs/canvas'
import { drawSheet } from './draw-sheet'
import type { DrawingJob } from './drawing-job'
import { registerFonts } from './fonts'

// Does one job in a thread of its own, so that drawing never holds up frames.

async function draw(job: DrawingJob): Promise<Uint8Array> {
  if (job.kind === 'sheet') {
    registerFonts()
    return drawSheet(job.sheet, job.format)
  }
  const picture = await loadImage(Buffer.from(job.jpeg))
  const canvas = createCanvas(picture.width, picture.height)
  canvas.getContext('2d').drawImage(picture, 0, 0)
  return canvas.encode('png')
}

parentPort?.postMessage(await draw(workerData as DrawingJob))
