import { randomUUID } from 'node:crypto'
import { PassThrough, type Readable } from 'node:stream'
import type { OfferRequest } from '../../src-shared/bridge/offered-file'
import { FaultError } from '../../src-shared/protocol/fault'
import type { FileSource } from '../core/file-source'
import type { PageOf } from '../core/pages'

const answerWithinMs = 30_000

/** Files whose bytes a browser's page holds: they are asked for when an upload begins, and stream straight through. */
export interface PulledFiles {
  /** @param offeredBy the page that has the bytes */
  source(offer: OfferRequest, offeredBy: PageOf): FileSource
  /** The page sends the bytes that were asked for. @returns false when nobody asked, or no longer */
  deliver(pullId: string, body: Readable): boolean
  /** The page no longer has the file. */
  refuse(pullId: string): void
}

interface Pull {
  name: string
  deliver(body: Readable): void
  fail(error: FaultError): void
}

/** @param ask tells the page that has offered a file that it is wanted */
export function createPulledFiles(
  ask: (wanted: { fileId: string; pullId: string; offeredBy: PageOf }) => void,
): PulledFiles {
  const pulls = new Map<string, Pull>()

  const open = ({ fileId, name }: OfferRequest, offeredBy: PageOf) =>
    new Promise<Readable>((resolve, reject) => {
      const pullId = randomUUID()
      const settle = () => {
        clearTimeout(timer)
        pulls.delete(pullId)
      }
      const fail = (error: FaultError) => {
        settle()
        reject(error)
      }
      const gone = () => fail(new FaultError({ kind: 'file', reason: 'gone', name }))
      const timer = setTimeout(gone, answerWithinMs)
      pulls.set(pullId, {
        name,
        deliver(body) {
          settle()
          resolve(passOn(body, name))
        },
        fail,
      })
      ask({ fileId, pullId, offeredBy })
    })

  return {
    source: (offer, offeredBy) => ({
      name: offer.name,
      bytes: offer.bytes,
      open: () => open(offer, offeredBy),
    }),
    deliver(pullId, body) {
      const pull = pulls.get(pullId)
      pull?.deliver(body)
      return pull !== undefined
    },
    refuse(pullId) {
      const pull = pulls.get(pullId)
      pull?.fail(new FaultError({ kind: 'file', reason: 'gone', name: pull.name }))
    },
  }
}

/** The page may go away half-way: then the upload fails, and says why. */
function passOn(body: Readable, name: string): Readable {
  const passed = new PassThrough()
  const gone = new FaultError({ kind: 'file', reason: 'gone', name })
  body.on('aborted', () => passed.destroy(gone))
  body.on('error', () => passed.destroy(gone))
  // An upload that ended early wants no more of it.
  passed.on('close', () => body.destroy())
  return body.pipe(passed)
}
