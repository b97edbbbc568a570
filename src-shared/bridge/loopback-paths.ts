/** Where the loopback host listens for its page: same origin, behind the launch token's cookie. */
export const loopbackPaths = {
  /** WebSocket, JSON text: the bridge. */
  bridge: '/bridge',
  /** WebSocket, binary: the frame port. */
  frames: '/frames',
  /** POST `OfferRequest[]`, answers `Offer[]`. */
  offer: '/files/offer',
  /**
   * POST the bytes that a `pull-file` event asked for, then PUT once the file was found to be still the same; DELETE with
   * the parameter `flaw` where it is not, or cannot be had.
   */
  pull: (pullId: string) => `/files/pull/${encodeURIComponent(pullId)}`,
}

/** Names a `FileFlaw`. */
export const flawParameter = 'flaw'

/** Why the loopback host closes a page's sockets, as WebSocket close codes. Any other code is a lost connection. */
export const loopbackCloseCodes = {
  /** Another page was opened on the same wall, and a wall has one page. */
  replaced: 4001,
} as const
