/** Returns an address only if a browser may open it: https, or http on this computer. Empty for any other. */
export const webAddress = (text: string) =>
  /^(https:\/\/[^\s/]|http:\/\/(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(\/|$))/i.test(text) ? text : ''
