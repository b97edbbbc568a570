import { randomBytes } from 'node:crypto'
import { link, mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { findChromium } from '../../e2e/harness/programs'
import { figureOf, type Figure } from '../figure'
import { startPeer, type Peer } from '../peer/start'
import { residentOf } from '../process-memory'
import { alternate, type Suite, type SuiteContext } from '../suite'
import { openBareFetch, openBarePipe, openBrowserApp, openElectronApp, type Uploader } from './uploader'

const lookEveryMs = 20
const mostAtOnce = 4
const pieceBytes = 1_000_000

/** The figures of one number of simultaneous uploads. */
interface Sent {
  /** All files together, from the first header to the last byte. */
  mbPerSecond: number
  /** Growth of the process during the uploads, MB. */
  grownMb: number
}

/** Equal files under several names. */
async function makeFiles(bytes: number): Promise<{ paths: string[]; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), 'fleetwall-bench-files-'))
  const paths = Array.from({ length: mostAtOnce }, (_, index) => join(folder, `file ${index + 1}.bin`))
  const [first = '', ...others] = paths
  const file = await open(first, 'w')
  for (let left = bytes; left > 0; left -= pieceBytes) {
    await file.write(randomBytes(Math.min(left, pieceBytes)))
  }
  await file.close()
  for (const other of others) await link(first, other)
  return { paths, remove: () => rm(folder, { recursive: true, force: true }) }
}

async function measureSending(
  uploader: Uploader,
  peer: Peer,
  files: string[],
  fileBytes: number,
): Promise<Sent> {
  await peer.play({ moving: 0 })
  const resident = () => (uploader.pid === null ? 0 : residentOf(uploader.pid))
  const before = resident()
  let most = before
  const watch = setInterval(() => (most = Math.max(most, resident())), lookEveryMs)
  try {
    await uploader.send(files)
    for (;;) {
      const { uploads } = await peer.read()
      const ends = uploads.flatMap(({ endedAt }) => (endedAt === null ? [] : [endedAt]))
      if (ends.length === files.length) {
        if (uploads.some(({ bytes }) => bytes !== fileBytes)) throw new Error('a file did not arrive whole')
        const ms = Math.max(...ends) - Math.min(...uploads.map(({ begunAt }) => begunAt))
        return { mbPerSecond: (files.length * fileBytes) / 1000 / ms, grownMb: most - before }
      }
      await delay(lookEveryMs)
    }
  } finally {
    clearInterval(watch)
  }
}

async function compare(
  context: SuiteContext,
  ids: { speed: (count: number) => string; growth: string },
  openApp: (peer: Peer) => Promise<Uploader>,
  openBare: (peer: Peer) => Promise<Uploader>,
): Promise<Figure[]> {
  const { fileBytes, repetitions, settleMs } = context.effort
  const peer = await startPeer(await context.pictures(750), { phones: 1 })
  const { paths, remove } = await makeFiles(fileBytes)
  const app = await openApp(peer)
  const bare = await openBare(peer)
  const figures: Figure[] = []
  try {
    await delay(settleMs)
    for (const count of [1, mostAtOnce]) {
      const files = paths.slice(0, count)
      const ours: Sent[] = []
      const plain: Sent[] = []
      await alternate(repetitions, [
        async () => void ours.push(await measureSending(app, peer, files, fileBytes)),
        async () => void plain.push(await measureSending(bare, peer, files, fileBytes)),
      ])
      const speeds = (sent: readonly Sent[]) => sent.map(({ mbPerSecond }) => mbPerSecond)
      figures.push(figureOf(ids.speed(count), 'MB/s', speeds(ours), speeds(plain)))
      const grown = ours.map(({ grownMb }) => grownMb)
      context.note(
        `${ids.speed(count)}: the process grew by ${grown.map((mb) => mb.toFixed(1)).join(', ')} MB`,
      )
      if (count === mostAtOnce) figures.push(figureOf(ids.growth, 'MB', grown))
    }
    return figures
  } finally {
    await app.close()
    await bare.close()
    await peer.close()
    await remove()
  }
}

const idsOf = (kind: string) => ({
  speed: (count: number) => `uploads.${kind}speed-${count}`,
  growth: `uploads.${kind}rss-growth`,
})
const allOf = ({ speed, growth }: ReturnType<typeof idsOf>) => [speed(1), speed(mostAtOnce), growth]
const inElectron = idsOf('')
const inBrowser = idsOf('browser-')

/** Compares uploads through the app's main process with a bare pipe. */
export const uploadsSuite: Suite = {
  ids: allOf(inElectron),
  run: (context) =>
    compare(context, inElectron, (peer) => openElectronApp(context.machine, peer), openBarePipe),
}

/** Compares uploads through the loopback host with a page that sends them directly to the peer. */
export const browserUploadsSuite: Suite = {
  ids: allOf(inBrowser),
  async run(context) {
    const chromium = findChromium()
    if (chromium === null) {
      context.note('Chromium is not installed, so nothing is measured in a browser')
      return []
    }
    return compare(
      context,
      inBrowser,
      (peer) => openBrowserApp(chromium, peer),
      (peer) => openBareFetch(chromium, peer),
    )
  },
}
