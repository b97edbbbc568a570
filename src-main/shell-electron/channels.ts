/** The IPC channels between preload and main process; everything else goes over the two ports. */
export const channels = {
  /** Page to main: give me my ports. */
  connect: 'fleetwall:connect',
  /** Main to page: the bridge and the frame port, in this order. */
  ports: 'fleetwall:ports',
  /** Page to main: open a phone in a window of its own. */
  openOwnWindow: 'fleetwall:open-own-window',
  /** The wall's page to main: these phones are there, open the windows of those that had one. */
  reopenOwnWindows: 'fleetwall:reopen-own-windows',
  /** A phone's page to main: give me so much room. */
  resizeOwnWindow: 'fleetwall:resize-own-window',
  /** A phone's page to main: keep my window on top, or do not. */
  keepOnTop: 'fleetwall:keep-on-top',
  /** Page to main: whether my window is. */
  isOnTop: 'fleetwall:is-on-top',
  /** Page to main: whether the page before me in my window has crashed. */
  hadCrashed: 'fleetwall:had-crashed',
  /** The wall's page to main: what the desktop says, in the page's language. */
  keepWords: 'fleetwall:keep-words',
  /** Page to main: what text the clipboard holds, by its mark alone. */
  /** Page to main: the path and the name of a file that the user gave. */
  offerFile: 'fleetwall:offer-file',
} as const
