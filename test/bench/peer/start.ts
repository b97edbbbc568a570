import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Size } from '../../../src-shared/protocol/device'
import { untrustedCertificate } from '../../core/service/untrusted-certificate'
import { outputOf, stop } from '../../e2e/harness/process'
import type { Pictures } from '../pictures'
import { idOf, sentPath, uploadPath, type PeerOptions, type PeerReading, type Play } from './play'

/** A cheap fleet of equal phones in its own process, which answers a press at once. */
export interface Peer {
  phones: string[]
  /** The size of all frames. */
  frame: Size
  /** The environment that opens this fleet in the app. */
  environment: Record<string, string>
  /** The address of uploads; any ticket is accepted. */
  uploadUrl: string
  socketUrl(publicId: string, channel: 'stream' | 'control'): string
  play(change: Partial<Play>): Promise<void>
  read(): Promise<PeerReading>
  /** Returns when each frame was sent, by phone, in ms of the peer's clock. */
  sent(): Promise<Record<string, number[]>>
  /** Waits until a client has opened this phone's control channel. */
  controlled(publicId: string): Promise<void>
  close(): Promise<void>
}

const key = 'bench_live_peer_secret'
const patienceMs = 20_000
const service = fileURLToPath(new URL('./service.ts', import.meta.url))
/** Longer than any measurement, so that no repeated frame passes for the answer to a press. */
export const neverMs = 600_000

/** @param isSecure whether the app's sockets use TLS */
export async function startPeer(
  { frame, files }: Pictures,
  {
    phones,
    walls = [],
    play,
    isSecure = false,
  }: { phones: number; walls?: readonly number[]; play?: Partial<Play>; isSecure?: boolean },
): Promise<Peer> {
  const options: PeerOptions = {
    phones,
    walls,
    frame,
    files,
    play: { listed: true, moving: 0, fps: 10, resendMs: neverMs, ...play },
  }
  const child = spawn(process.execPath, ['--import', 'tsx', service, JSON.stringify(options)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [, port = '', securePort = ''] = await outputOf(child).shows(/^ports (\d+) (\d+)$/m)
  const address = `http://127.0.0.1:${port}`
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-peer-'))
  const authority = join(folder, 'authority.pem')
  await writeFile(authority, untrustedCertificate.cert)
  const change = async (to: Partial<Play>) => {
    const answer = await fetch(`${address}/play`, { method: 'POST', body: JSON.stringify(to) })
    return (await answer.json()) as PeerReading
  }
  return {
    phones: Array.from({ length: phones }, (_, phone) => idOf(phone)),
    frame,
    environment: {
      FLEETWALL_BASE_URL: `${address}/v1`,
      FLEETWALL_WS_BASE_URL: isSecure ? `wss://127.0.0.1:${securePort}` : address.replace('http', 'ws'),
      FLEETWALL_API_KEY: key,
      ...(isSecure ? { NODE_EXTRA_CA_CERTS: authority } : {}),
    },
    uploadUrl: `${address}${uploadPath}`,
    socketUrl: (publicId, channel) =>
      `${address.replace('http', 'ws')}/v1/devices/${publicId}/${channel}?token=${key}`,
    async play(to) {
      await change(to)
    },
    read: () => change({}),
    async sent() {
      const answer = await fetch(`${address}${sentPath}`)
      return (await answer.json()) as Record<string, number[]>
    },
    async controlled(publicId) {
      const giveUpAt = performance.now() + patienceMs
      while (!(await change({})).controlled.includes(publicId)) {
        if (performance.now() > giveUpAt)
          throw new Error(`no client opened the control channel of ${publicId}`)
        await delay(50)
      }
    },
    async close() {
      await stop(child)
      await rm(folder, { recursive: true, force: true })
    },
  }
}
