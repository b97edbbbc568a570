/** Normalizes line ends to LF and removes NUL, which no message may carry. */
export function typableText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
}
