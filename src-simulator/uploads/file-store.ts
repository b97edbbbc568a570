import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import type { IncomingMessage } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { askForBody } from '../http/body'
import { Problem } from '../http/problem'

const KEPT_MS = 60_000

/** A file that has arrived whole. */
export interface StoredFile {
  path: string
  bytes: number
  sha256: string
}

/** Where the bytes of uploads lie for as long as a phone may want to read them. */
export class FileStore {
  private folder: Promise<string> | undefined
  private readonly timers = new Set<NodeJS.Timeout>()

  /**
   * Streams a request's body to disk, hashing it on the way.
   * @param maxBytes the most that is taken
   * @throws Problem `payload_too_large` as soon as there is more; whatever the connection fails with
   */
  async receive(request: IncomingMessage, maxBytes: number): Promise<StoredFile> {
    this.folder ??= mkdtemp(join(tmpdir(), 'fleetwall-simulator-'))
    const path = join(await this.folder, randomUUID())
    const hash = createHash('sha256')
    let bytes = 0
    const meter = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        bytes += chunk.length
        if (bytes > maxBytes) {
          done(new Problem('payload_too_large', `At most ${maxBytes} bytes are accepted`))
          return
        }
        hash.update(chunk)
        done(null, chunk)
      },
    })
    // A request that is destroyed could not be answered any more, so the pipeline works on a view of it.
    askForBody(request)
    const body = request.iterator({ destroyOnReturn: false })
    try {
      await pipeline(body, meter, createWriteStream(path))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
    this.forgetLater(path)
    return { path, bytes, sha256: hash.digest('hex') }
  }

  async close(): Promise<void> {
    for (const timer of this.timers) clearTimeout(timer)
    if (this.folder) await rm(await this.folder, { recursive: true, force: true })
  }

  private forgetLater(path: string): void {
    const timer = setTimeout(() => {
      this.timers.delete(timer)
      void rm(path, { force: true })
    }, KEPT_MS)
    timer.unref()
    this.timers.add(timer)
  }
}
