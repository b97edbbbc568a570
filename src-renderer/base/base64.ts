const partBytes = 0x80_00

/** Reads bytes that came as base64, over the bridge. */
export function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  const text = atob(base64)
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at)
  return bytes
}

/** Writes bytes as base64, for the bridge. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = ''
  // All of them at once would be too many arguments.
  for (let at = 0; at < bytes.length; at += partBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + partBytes))
  return btoa(text)
}
