import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Size } from '../../src-shared/protocol/device'
import { outputOf, stop } from '../e2e/harness/process'
import { root } from '../e2e/harness/programs'
import { bytesWritten } from './process-tree'

/** A simulated fleet of equal phones in its own process, which replays prepared frames. */
export interface BenchFleet {
  phones: string[]
  /** The process id. */
  pid: number
  streamUrl(publicId: string): string
  /** Returns the bytes sent since the start. */
  sentBytes(): number
  close(): Promise<void>
}

export interface BenchFleetOptions {
  phones: number
  /** The frame size, px. */
  frame: Size
  /** Frames per second of each phone. */
  maxFps: number
}

export async function startFleet({ phones: count, frame, maxFps }: BenchFleetOptions): Promise<BenchFleet> {
  const phones = Array.from({ length: count }, (_, index) => `dev_${String(index + 1).padStart(2, '0')}`)
  const config = {
    frames: 'replay',
    stream: { max_fps: maxFps },
    devices: phones.map((publicId) => ({ public_id: publicId, name: publicId, snapshot: frame })),
  }
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-fleet-'))
  const file = join(folder, 'config.json')
  await writeFile(file, JSON.stringify(config))
  const child = spawn(process.execPath, [join(root, 'out/main/simulator.js'), '--config', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [line] = await outputOf(child).shows(/^\{.*\}$/m)
  const addresses = JSON.parse(line) as Record<'ws_base_url' | 'api_key', string>
  const { pid } = child
  if (pid === undefined) throw new Error('the simulator has no process')
  return {
    phones,
    pid,
    streamUrl: (publicId) =>
      `${addresses.ws_base_url}/v1/devices/${publicId}/stream?token=${encodeURIComponent(addresses.api_key)}`,
    sentBytes: () => bytesWritten(pid),
    async close() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
