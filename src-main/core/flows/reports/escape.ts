const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes a text for XML and HTML, as content or in quotes, without the characters that XML 1.0 can't hold. Its line ends
 * are escaped too: no text can begin a line of the file.
 */
export function escapeText(text: string): string {
  // Lone surrogates are outside of these ranges too.
  return text
    .replace(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, '\uFFFD')
    .replace(/[&<>"']/g, (character) => entities[character] ?? character)
    .replace(/[\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`)
}
