/** The characters of a text as the service counts them: Unicode code points. */
export function codePoints(text: string): number {
  return [...text].length
}

/** What is typed or pasted, with the line ends that phones know, and without the NUL characters that no message may carry. */
export function typableText(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n').replaceAll('\0', '')
}
