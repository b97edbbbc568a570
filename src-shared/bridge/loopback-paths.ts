/** Where the loopback host listens for its page: same origin, behind the launch token's cookie. */
export const loopbackPaths = {
  /** WebSocket, JSON text: the bridge. */
  bridge: '/bridge',
  /** WebSocket, binary: the frame port. */
  frames: '/frames',
  /** POST `OfferRequest[]`, answers `Offer[]`. */
  offer: '/files/offer',
  /** POST the bytes that a `pull-file` event asked for; DELETE when the page no longer has the file. */
  pull: (pullId: string) => `/files/pull/${encodeURIComponent(pullId)}`,
}

/** Why the loopback host closes a page's sockets, as WebSocket close codes. Any other code is a lost connection. */
export const loopbackCloseCodes = {
  /** Another page was opened on the same wall, and a wall has one page. */
  replaced: 4001,
} as const
