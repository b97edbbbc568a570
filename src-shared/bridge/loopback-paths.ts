/** The loopback host's paths, below the page's own path. */
export const loopbackPaths = {
  /** WebSocket, JSON text: the bridge. */
  bridge: '/bridge',
  /** WebSocket, binary: a frame port; the parameters `at` and `of` are its `PortPlace`. */
  frames: '/frames',
  /** WebSocket, binary: the conversion port. */
  conversions: '/conversions',
  /** POST `OfferRequest[]`, answers `Offer[]`. */
  offer: '/files/offer',
  /**
   * POST the bytes that a `pull-file` event asked for, then PUT if the file is unchanged; DELETE with the parameter `flaw`
   * if it changed or cannot be read.
   */
  pull: (pullId: string) => `/files/pull/${encodeURIComponent(pullId)}`,
}

/** Names a `FileFlaw`. */
export const flawParameter = 'flaw'

/** The loopback host's WebSocket close codes. Any other code is a lost connection. */
export const loopbackCloseCodes = {
  /** Another page opened on the same wall, which has only one. */
  replaced: 4001,
} as const
