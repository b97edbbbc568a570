/** Names the IPC channels between preload and main process; everything else uses the ports. */
export const channels = {
  /** Page to main: send the ports, and so many frame ports. */
  connect: 'fleetwall:connect',
  /** Main to page: the bridge, the conversion port and the frame ports, in this order. */
  ports: 'fleetwall:ports',
  /** Wall page to main: open a further wall, by its number, or bring it to the front. */
  openWall: 'fleetwall:open-wall',
  /** Page to main: open a phone in a window of its own. */
  openOwnWindow: 'fleetwall:open-own-window',
  /** Wall page to main: show a fleet in a window of its own, or bring the window that shows it to the front. */
  openFleet: 'fleetwall:open-fleet',
  /** Wall page to main: reopen the remembered windows of these phones. */
  reopenOwnWindows: 'fleetwall:reopen-own-windows',
  /** Phone page to main: resize the window, DIP. */
  resizeOwnWindow: 'fleetwall:resize-own-window',
  /** Page to main: fill the display, or stop. */
  toggleFullScreen: 'fleetwall:toggle-full-screen',
  /** Page to main: move the window to the next display. Answers whether there is one. */
  nextDisplay: 'fleetwall:next-display',
  /** Wall page to main: lay the windows of phones side by side. Answers whether there are any. */
  tileWindows: 'fleetwall:tile-windows',
  /** Page to main: keep the window on top, or stop. */
  keepOnTop: 'fleetwall:keep-on-top',
  /** Page to main: whether its window stays on top. */
  isOnTop: 'fleetwall:is-on-top',
  /** Page to main: whether the window's previous page crashed. */
  hadCrashed: 'fleetwall:had-crashed',
  /** Wall page to main: the texts of native dialogs and notifications, translated. */
  keepWords: 'fleetwall:keep-words',
  /** Main to wall page: run the command of this id, which was clicked in the menu bar. */
  runCommand: 'fleetwall:run-command',
  /** Page to main: open the licences of what the program contains. */
  openNotices: 'fleetwall:open-notices',
  /** Page to main: open a web address in the person's browser. */
  openAddress: 'fleetwall:open-address',
  /** Page to main: the path and name of a file that the user dropped or picked. Answers a `FileProbe`, or a refused `Offer`. */
  offerFile: 'fleetwall:offer-file',
  /** Page to main: the bytes that the probe asks for. Answers an `Offer`. */
  proveFile: 'fleetwall:prove-file',
} as const
