import { createCanvas, loadImage } from '@napi-rs/canvas'
import { constants, setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { loadEngine } from './engine'
import { grayOf, type Gray } from './gray'
import type { ReadAnswer, ReaderPriority, ReadRequest } from './recognized'
import { createScreenReader } from './screen-reader'

// Only on Linux is this the thread's own priority; elsewhere it would be the whole program's.
if (process.platform === 'linux' && workerData === ('low' satisfies ReaderPriority))
  setPriority(0, constants.priority.PRIORITY_LOW)

async function decode(jpeg: Uint8Array): Promise<Gray> {
  const image = await loadImage(Buffer.from(jpeg.buffer, jpeg.byteOffset, jpeg.byteLength))
  const { width, height } = image
  const context = createCanvas(width, height).getContext('2d')
  context.drawImage(image, 0, 0)
  return grayOf(context.getImageData(0, 0, width, height).data, width, height)
}

const reader = loadEngine().then(createScreenReader)

async function answer({ id, jpeg }: ReadRequest): Promise<ReadAnswer> {
  try {
    const read = await reader
    return { id, lines: read(await decode(jpeg)) }
  } catch (error) {
    return { id, error: error instanceof Error ? error.message : String(error) }
  }
}

parentPort?.on('message', (request: ReadRequest) => {
  void answer(request).then((result) => parentPort?.postMessage(result))
})
