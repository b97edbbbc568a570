/** The characters of a text as the service counts them: Unicode code points. */
export function codePoints(text: string): number {
  return [...text].length
}

/** What is pasted, with the line ends that phones know. */
export function normalLineEnds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n')
}
