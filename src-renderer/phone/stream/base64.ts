import type { JpegBytes } from './worker/browser-bitmap'

// Functions take so many arguments at least.
const atOnce = 8192

export function bytesOf(base64: string): JpegBytes {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

export function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.byteLength; at += atOnce)
    text += String.fromCharCode(...bytes.subarray(at, at + atOnce))
  return btoa(text)
}
