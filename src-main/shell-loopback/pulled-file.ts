import { randomUUID } from 'node:crypto'
import type { Readable } from 'node:stream'
import type { PageId } from '../../src-shared/bridge/page-id'
import type { FileFlaw, OfferRequest } from '../../src-shared/features/offered-file'
import { FaultError } from '../../src-shared/protocol/fault'
import type { FileSource, OpenedFile } from '../core/uploads/file-source'

const answerWithinMs = 30_000
// An open page explains within this time why it stopped sending.
const reasonWithinMs = 1000

/** Holds files whose bytes are in a browser's page. Each upload pulls them and streams them through. */
export interface PulledFiles {
  /** Registers a page; files that its predecessor offered are lost. @returns unregisters it, with the files it offered */
  connectPage(pageId: PageId): () => void
  /** Makes the source of an offered file. @param offeredBy the page that has its bytes */
  source(offer: OfferRequest, offeredBy: PageId): FileSource
  /** Accepts the bytes from the page. @returns false when the pull is unknown or over */
  deliver(pullId: string, body: Readable): boolean
  /** Records that the page checked the file after its last byte and found it unchanged. */
  confirm(pullId: string): void
  /** Fails the pull, because the page can't send the file. */
  refuse(pullId: string, flaw: FileFlaw): void
}

interface Pull {
  deliver(body: Readable): void
  confirm(): void
  refuse(reason: FileFlaw | 'page-gone'): void
}

/** @param ask asks the page for the bytes of a file that it offered */
export function createPulledFiles(
  ask: (wanted: { fileId: string; pullId: string; to: PageId }) => void,
): PulledFiles {
  const pulls = new Map<string, Pull>()
  const pages = new Map<PageId, AbortController>()

  const open = async ({ fileId, name }: OfferRequest, offeredBy: PageId, lost: AbortSignal) => {
    const pullId = randomUUID()
    const { pull, file } = createPull(name, lost, () => pulls.delete(pullId))
    pulls.set(pullId, pull)
    ask({ fileId, pullId, to: offeredBy })
    return file
  }

  return {
    connectPage(pageId) {
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

/** Prepares one read of a file. `file` resolves when its first bytes arrive. */
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
  const loseFile = () => refuse('page-gone')
  const end = () => {
    clearTimeout(timer)
    lost.removeEventListener('abort', loseFile)
    onEnd()
  }
  lost.addEventListener('abort', loseFile)
  if (lost.aborted) loseFile()
  refuseWithin(answerWithinMs)

  const opened = (body: Readable): OpenedFile => {
    clearTimeout(timer)
    return {
      pieces: streamThrough(body),
      check() {
        refuseWithin(answerWithinMs)
        return confirmed
      },
      close() {
        end()
        // An upload that ended early needs no more bytes.
        body.destroy()
        return Promise.resolve()
      },
    }
  }
  /** Streams the body. If it breaks off, waits for the page's reason, and fails if the page is gone. */
  async function* streamThrough(body: Readable): AsyncGenerator<Buffer> {
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
