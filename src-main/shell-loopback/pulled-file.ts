import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { FileFlaw, OfferRequest } from '../../src-shared/bridge/offered-file'
import { FaultError } from '../../src-shared/protocol/fault'
import type { FileSource, OpenedFile } from '../core/uploads/file-source'
import type { PageId } from '../core/base/page-id'

const answerWithinMs = 30_000
// A page that is there says in this time why it sends no more.
const reasonWithinMs = 1000

/** Files whose bytes a browser's page holds: they are asked for when an upload begins, and stream straight through. */
export interface PulledFiles {
  /** A page has come; what the one before it offered is lost. @returns to be called when it is gone, and what it offered with it */
  pageCame(pageId: PageId): () => void
  /** @param offeredBy the page that has the bytes */
  source(offer: OfferRequest, offeredBy: PageId): FileSource
  /** The page sends the bytes that were asked for. @returns false when nobody asked, or no longer */
  deliver(pullId: string, body: Readable): boolean
  /** The page has looked once more, behind the last byte: the file still is what it was when it was offered. */
  confirm(pullId: string): void
  /** It cannot be sent. */
  refuse(pullId: string, flaw: FileFlaw): void
}

interface Pull {
  deliver(body: Readable): void
  confirm(): void
  refuse(reason: FileFlaw | 'page-gone'): void
}

/** @param ask tells the page that has offered a file that it is wanted */
export function createPulledFiles(
  ask: (wanted: { fileId: string; pullId: string; offeredBy: PageId }) => void,
): PulledFiles {
  const pulls = new Map<string, Pull>()
  const pages = new Map<PageId, AbortController>()

  const open = async ({ fileId, name }: OfferRequest, offeredBy: PageId, lost: AbortSignal) => {
    const pullId = randomUUID()
    const { pull, file } = createPull(name, lost, () => pulls.delete(pullId))
    pulls.set(pullId, pull)
    ask({ fileId, pullId, offeredBy })
    return file
  }

  return {
    pageCame(pageId) {
      const page = new AbortController()
      pages.get(pageId)?.abort()
      pages.set(pageId, page)
      return () => {
        page.abort()
        if (pages.get(pageId) === page) pages.delete(pageId)
      }
    },
    source(offer, offeredBy) {
      const lost = pages.get(offeredBy)?.signal ?? AbortSignal.abort()
      return {
        name: offer.name,
        bytes: offer.bytes,
        lost,
        open: () => open(offer, offeredBy, lost),
      }
    },
    deliver(pullId, body) {
      const pull = pulls.get(pullId)
      pull?.deliver(body)
      return pull !== undefined
    },
    confirm: (pullId) => pulls.get(pullId)?.confirm(),
    refuse: (pullId, flaw) => pulls.get(pullId)?.refuse(flaw),
  }
}

/** @param file comes with its first bytes */
function createPull(
  name: string,
  lost: AbortSignal,
  onEnd: () => void,
): { pull: Pull; file: Promise<OpenedFile> } {
  let deliver: (body: Readable) => void = () => undefined
  let confirm: () => void = () => undefined
  let fail: (error: FaultError) => void = () => undefined
  let timer: NodeJS.Timeout | undefined
  const arrived = new Promise<Readable>((resolve) => (deliver = resolve))
  const confirmed = new Promise<void>((resolve, reject) => {
    confirm = resolve
    fail = reject
  })
  const refuse = (reason: FileFlaw | 'page-gone') => fail(new FaultError({ kind: 'file', reason, name }))
  const refuseWithin = (ms: number) => {
    clearTimeout(timer)
    timer = setTimeout(() => refuse('page-gone'), ms)
  }
  const onLost = () => refuse('page-gone')
  const end = () => {
    clearTimeout(timer)
    lost.removeEventListener('abort', onLost)
    onEnd()
  }
  lost.addEventListener('abort', onLost)
  if (lost.aborted) onLost()
  refuseWithin(answerWithinMs)

  const opened = (body: Readable): OpenedFile => {
    clearTimeout(timer)
    return {
      pieces: passOn(body),
      check() {
        refuseWithin(answerWithinMs)
        return confirmed
      },
      close() {
        end()
        // An upload that ended early wants no more of it.
        body.destroy()
        return Promise.resolve()
      },
    }
  }
  /** Where it breaks off, the page says why, or is gone. */
  async function* passOn(body: Readable): AsyncGenerator<Buffer> {
    try {
      for await (const piece of body as AsyncIterable<Buffer>) yield piece
    } catch {
      refuseWithin(reasonWithinMs)
      await confirmed
    }
  }
  const refused = confirmed.then(() => new Promise<never>(() => undefined))
  const file = Promise.race([arrived, refused]).then(opened)
  file.catch(end)
  return { pull: { deliver, confirm, refuse }, file }
}
