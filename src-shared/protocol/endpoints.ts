const device = (publicId: string) => `/devices/${encodeURIComponent(publicId)}`

/** Paths of spec section 4, relative to a base address that ends in `/v1`. */
export const endpoints = {
  devices: () => '/devices',
  device,
  snapshot: (publicId: string) => `${device(publicId)}/snapshot`,
  actions: (publicId: string) => `${device(publicId)}/actions`,
  uploadTicket: (publicId: string) => `${device(publicId)}/media/ticket`,
  usage: () => '/usage',
  automations: (publicId: string) => `${device(publicId)}/automations`,
  job: (jobId: string) => `/automations/${encodeURIComponent(jobId)}`,
}

/** Paths of spec 4.10 and 4.11, relative to the WebSocket base host. The client adds `token`. */
export const sockets = {
  /** @param fps the most frames a second */
  stream: (publicId: string, fps: number) => `/v1${device(publicId)}/stream?fps=${fps}`,
  control: (publicId: string) => `/v1${device(publicId)}/control`,
}
