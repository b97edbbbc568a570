import { on } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import WebSocket from 'ws'
import type { Size } from '../../src-shared/protocol/device'
import { startFleet } from './fleet'

/** JPEG files of busy phone screens, all of one size. */
export interface Pictures {
  frame: Size
  files: string[]
  /** In bytes. */
  meanBytes: number
  remove(): Promise<void>
}

/** Captures each replayed frame of the simulator once. */
export async function takePictures(frame: Size): Promise<Pictures> {
  const fleet = await startFleet({ phones: 1, frame, maxFps: 60 })
  const socket = new WebSocket(fleet.streamUrl(fleet.phones[0] ?? ''), {
    headers: { 'user-agent': 'fleetwall-bench/1' },
  })
  try {
    const jpegs: Buffer[] = []
    for await (const [jpeg] of on(socket, 'message') as AsyncIterable<[Buffer]>) {
      if (jpegs.some((known) => known.equals(jpeg))) break
      jpegs.push(jpeg)
    }
    const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-pictures-'))
    const files = jpegs.map((_, index) => join(folder, `${index}.jpg`))
    await Promise.all(files.map((file, index) => writeFile(file, jpegs[index] ?? '')))
    return {
      frame,
      files,
      meanBytes: jpegs.reduce((sum, jpeg) => sum + jpeg.byteLength, 0) / jpegs.length,
      remove: () => rm(folder, { recursive: true, force: true }),
    }
  } finally {
    socket.close()
    await fleet.close()
  }
}
