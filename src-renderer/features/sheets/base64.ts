const partBytes = 0x80_00

/** Writes bytes as base64, for the bridge. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = ''
  // All of them at once would be too many arguments.
  for (let at = 0; at < bytes.length; at += partBytes)
    text += String.fromCharCode(...bytes.subarray(at, at + partBytes))
  return btoa(text)
}

export const bytesOf = (base64: string): Uint8Array =>
  Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0))
