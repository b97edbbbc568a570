import type { JpegBytes } from './worker/browser-bitmap'

export function bytesOf(base64: string): JpegBytes {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}
