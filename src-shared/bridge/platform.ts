/** The operating systems that Fleetwall runs on, by Node's names. */
export type Platform = 'darwin' | 'linux' | 'win32'
