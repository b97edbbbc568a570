/** Returns a text of others, as of the service or a screen, without anything that steers the terminal or turns its line. */
export const plain = (text: string) => text.replace(/[\p{Cc}\p{Bidi_Control}]/gu, ' ')
