/** Whether a path names another computer or a device: Windows would log in there with the person's password hash. */
export const isNetworkPath = (path: string, platform: NodeJS.Platform): boolean =>
  platform === 'win32' && /^[\\/]{2}/.test(path)
