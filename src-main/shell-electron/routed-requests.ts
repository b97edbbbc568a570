import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http'
import { request as requestSecurely } from 'node:https'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  CancellationToken,
  configureRequestOptions,
  configureRequestUrl,
  HttpError,
  HttpExecutor,
  newError,
  type DownloadOptions,
} from 'builder-util-runtime'
import { watchWay, type Route } from '../core/service/route'

const mostFeedBytes = 64 * 1024
const mostInstallerBytes = 1024 * 1024 * 1024
const mostRedirects = 5
const idleMs = 60_000

/**
 * The updater's requests, over `https` alone. Its own go through Chromium, which knows neither the proxy that the user or the administrator set,
 * nor its password, nor the certificate authorities of `certificates.pem`.
 */
export class RoutedRequests extends HttpExecutor<ClientRequest> {
  readonly #route: Route
  /** The signed size of each file, bytes, by its hash (SHA-512, base64). */
  sizes: ReadonlyMap<string, number> = new Map()

  constructor(route: Route) {
    super()
    this.#route = route
  }

  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    const { protocol = 'https:', hostname, port } = options
    if (protocol !== 'https:') throw new Error('updates come over https alone')
    const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`)
    const made = requestSecurely(
      {
        ...options,
        hostname: hostname?.replace(/^\[|\]$/g, ''),
        ...this.#route.trust(),
        // Else NODE_TLS_REJECT_UNAUTHORIZED would decide.
        rejectUnauthorized: true,
        // An agent of Node's would keep the connection, whose time-out would end a download that has been redirected.
        agent: this.#route.agentFor(url, 0) ?? false,
      },
      (response) => {
        const status = way.tunnelStatus ?? 200
        if (status === 200) callback(response)
        else made.destroy(new Error(`the proxy refused the tunnel (${status})`))
      },
    )
    const way = watchWay(made)
    return made
  }

  /**
   * Asks for the feed.
   * @throws Error for an answer of more than 64 kB, a sixth redirect, and one to `http`
   */
  override request(
    options: RequestOptions,
    cancellation: CancellationToken = new CancellationToken(),
  ): Promise<string | null> {
    configureRequestOptions(options)
    return this.#cancellable(cancellation, async (signal) => {
      const answer = await this.#open(options, signal)
      const chunks: Buffer[] = []
      await pipeline(answer, bounded(mostFeedBytes), async (source: AsyncIterable<Buffer>) => {
        for await (const chunk of source) chunks.push(chunk)
      })
      return Buffer.concat(chunks).toString('utf8') || null
    })
  }

  /** @throws Error when the file did not come whole, is larger than signed, or has another hash than `options` say */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    const asked: RequestOptions = { headers: options.headers ?? {} }
    configureRequestUrl(url, asked)
    configureRequestOptions(asked)
    return this.#cancellable(options.cancellationToken, async (signal) => {
      const answer = await this.#open(asked, signal)
      const hash = createHash('sha512')
      const limit = bounded(this.sizes.get(options.sha512 ?? '') ?? mostInstallerBytes, (chunk) =>
        hash.update(chunk),
      )
      await pipeline(answer, limit, createWriteStream(destination), { signal })
      if (typeof options.sha512 === 'string' && hash.digest('base64') !== options.sha512)
        throw newError('sha512 checksum mismatch', 'ERR_CHECKSUM_MISMATCH')
      return destination
    })
  }

  #cancellable<Result>(
    cancellation: CancellationToken,
    work: (signal: AbortSignal) => Promise<Result>,
  ): Promise<Result> {
    return cancellation.createPromise<Result>((resolve, reject, onCancel) => {
      const abort = new AbortController()
      onCancel(() => abort.abort())
      work(abort.signal).then(resolve, reject)
    })
  }

  /** Follows redirects to the answer. */
  async #open(options: RequestOptions, signal: AbortSignal, redirects = 0): Promise<IncomingMessage> {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const request = this.createRequest({ ...options, signal }, resolve)
      request.setTimeout(idleMs, () => request.destroy(new Error('timed out')))
      request.on('error', reject)
      request.end()
    })
    const { statusCode = 0, headers } = answer
    if (statusCode === 200) return answer
    answer.destroy()
    const { location } = headers
    if (statusCode < 300 || statusCode >= 400 || location === undefined)
      throw new HttpError(statusCode, `the feed's server answered ${statusCode}`)
    if (redirects >= mostRedirects) throw new Error(`more than ${mostRedirects} redirects`)
    const { protocol, hostname, port, path } = options
    const next = new URL(
      location,
      `${protocol ?? 'https:'}//${hostname}${port ? `:${port}` : ''}${path ?? '/'}`,
    )
    const moved: RequestOptions = { ...options, port: undefined }
    configureRequestUrl(next, moved)
    return this.#open(moved, signal, redirects + 1)
  }
}

/** Passes at most so many bytes on. */
function bounded(most: number, see: (chunk: Buffer) => void = () => undefined): Transform {
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.byteLength
      if (bytes > most) return done(new Error(`larger than ${most} bytes`))
      see(chunk)
      done(null, chunk)
    },
  })
}
