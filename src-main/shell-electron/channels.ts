/** The IPC channels between preload and main process; everything else goes over the two ports. */
export const channels = {
  /** Page to main: give me my ports. */
  connect: 'fleetwall:connect',
  /** Main to page: the bridge and the frame port, in this order. */
  ports: 'fleetwall:ports',
  /** Page to main: the path of a file that the user gave. */
  offerFile: 'fleetwall:offer-file',
} as const
