import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { outputOf, stop } from '../e2e/harness/process'
import { root } from '../e2e/harness/programs'
import { bytesWritten } from './process-tree'

export const frameSize = { width: 750, height: 1334 }

/** A simulated fleet of equal phones, in a process of its own. */
export interface BenchFleet {
  phones: string[]
  /** Its process. */
  pid: number
  /** The environment that opens this fleet in the app. */
  environment: Record<string, string>
  socketUrl(publicId: string, channel: 'stream' | 'control'): string
  /** Bytes that it has sent since it began. */
  sentBytes(): number
  /** Waits until a client has this phone's control channel open. */
  controlled(publicId: string): Promise<void>
  act(publicId: string, action: Record<string, unknown>): Promise<void>
  close(): Promise<void>
}

export interface BenchFleetOptions {
  phones: number
  /** `replay` sends pictures made ahead, at `maxFps` a phone; `screen` sends what changes. */
  frames: 'replay' | 'screen'
  maxFps: number
}

const patienceMs = 20_000
const userAgent = 'fleetwall-bench/1'

export async function startFleet({ phones: count, frames, maxFps }: BenchFleetOptions): Promise<BenchFleet> {
  const phones = Array.from({ length: count }, (_, index) => `dev_${String(index + 1).padStart(2, '0')}`)
  const config = {
    frames,
    // A frame that is sent again because the screen is still must not be taken for one that a press caused.
    stream: { max_fps: maxFps, resend_after_ms: 600_000 },
    devices: phones.map((publicId) => ({ public_id: publicId, name: publicId, snapshot: frameSize })),
  }
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-fleet-'))
  const file = join(folder, 'config.json')
  await writeFile(file, JSON.stringify(config))
  const child = spawn(process.execPath, [join(root, 'out/main/simulator.js'), '--config', file], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const [line] = await outputOf(child).shows(/^\{.*\}$/m)
  const addresses = JSON.parse(line) as Record<'base_url' | 'ws_base_url' | 'admin_url' | 'api_key', string>
  const { pid } = child
  if (pid === undefined) throw new Error('the simulator has no process')

  const hasControl = async (publicId: string) => {
    const answer = await fetch(`${addresses.admin_url}/sockets`)
    const sockets = (await answer.json()) as { public_id: string; channel: string }[]
    return sockets.some((socket) => socket.public_id === publicId && socket.channel === 'control')
  }

  return {
    phones,
    pid,
    environment: {
      FLEETWALL_BASE_URL: addresses.base_url,
      FLEETWALL_WS_BASE_URL: addresses.ws_base_url,
      FLEETWALL_API_KEY: addresses.api_key,
    },
    socketUrl: (publicId, channel) =>
      `${addresses.ws_base_url}/v1/devices/${publicId}/${channel}?token=${encodeURIComponent(addresses.api_key)}`,
    sentBytes: () => bytesWritten(pid),
    async controlled(publicId) {
      const giveUpAt = performance.now() + patienceMs
      while (!(await hasControl(publicId))) {
        if (performance.now() > giveUpAt) throw new Error(`nobody opened the control channel of ${publicId}`)
        await delay(50)
      }
    },
    async act(publicId, action) {
      const answer = await fetch(`${addresses.base_url}/devices/${publicId}/actions`, {
        method: 'POST',
        headers: {
          'User-Agent': userAgent,
          'Content-Type': 'application/json',
          Authorization: `Bearer ${addresses.api_key}`,
        },
        body: JSON.stringify(action),
      })
      if (!answer.ok) throw new Error(`the phone refused ${JSON.stringify(action)}: ${await answer.text()}`)
    },
    async close() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
