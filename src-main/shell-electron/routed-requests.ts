import {
  request as requestPlainly,
  type ClientRequest,
  type IncomingMessage,
  type RequestOptions,
} from 'node:http'
import { request as requestSecurely } from 'node:https'
import {
  configureRequestOptions,
  configureRequestUrl,
  HttpExecutor,
  type DownloadOptions,
} from 'builder-util-runtime'
import { watchWay, type Route } from '../core/service/route'

/**
 * The updater's requests. Its own go through Chromium, which knows neither the proxy that the user or the administrator set,
 * nor its password, nor the certificate authorities of `certificates.pem`.
 */
export class RoutedRequests extends HttpExecutor<ClientRequest> {
  readonly #route: Route

  constructor(route: Route) {
    super()
    this.#route = route
  }

  createRequest(options: RequestOptions, callback: (response: IncomingMessage) => void): ClientRequest {
    const { protocol = 'https:', hostname, port } = options
    const url = new URL(`${protocol}//${hostname}${port ? `:${port}` : ''}`)
    const request = protocol === 'http:' ? requestPlainly : requestSecurely
    const made = request(
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

  /** @throws Error when the file did not come whole, or has another hash than `options` say */
  download(url: URL, destination: string, options: DownloadOptions): Promise<string> {
    const asked: RequestOptions = { headers: options.headers ?? {} }
    configureRequestUrl(url, asked)
    configureRequestOptions(asked)
    return options.cancellationToken.createPromise((resolve, reject, onCancel) => {
      const callback = (error: Error | null) => (error ? reject(error) : resolve(destination))
      this.doDownload(asked, { destination, options, onCancel, callback, responseHandler: null }, 0)
    })
  }
}
