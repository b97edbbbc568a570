const escaped = (character: string) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`

/**
 * Writes a value as a line of JSON. Characters of others that steer a terminal or turn its line are escaped, so that a program
 * reads the same value.
 */
export const toJsonLine = (value: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify(value).replace(/[\p{Cc}\p{Bidi_Control}]/gu, escaped)}\n`
